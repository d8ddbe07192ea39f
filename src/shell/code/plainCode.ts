/**
 * Whether code in the words of a command plainly computes and prints. It may read a file by any function there is, so the words are listed that read none, and
 * what holds another word may read. Pure.
 */
import { type Family, familyOf, safe } from '../programs/plainWords';

const text = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
const perlMatch = String.raw`(?<![\w$@%&])(?:s|tr|y)([/|#,!])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[a-df-z]*(?!\w)|(?<![\w$@%&])s\{[^{}\\\n]*\}\{[^{}\\\n]*\}[a-df-z]*(?!\w)|(?<=(?:^|[(~,;{!&|]|\b(?:if|unless|and|or|not|split|grep|while))\s*)m?/(?:[^/\\\n]|\\.)*/[a-df-z]*(?!\w)`;
const regex = String.raw`(?<=(?:^|[(=,:[!&|?{;])\s*)/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[dgimsuy]*`;
/** What is no code: comments, texts in quotes, and patterns where one may stand. Each begins where the one before has ended, as in the language itself. */
const notCode: Readonly<Record<Family, RegExp>> = {
  python: new RegExp(String.raw`#[^\n]*|'''[\s\S]*?'''|"""[\s\S]*?"""|${text}`, 'g'),
  node: new RegExp(String.raw`//[^\n]*|/\*[\s\S]*?\*/|${text}|\x60(?:[^\x60\\]|\\[\s\S])*\x60|${regex}`, 'g'),
  ruby: new RegExp(String.raw`(?<!\S)#[^\n]*|${text}`, 'g'),
  perl: new RegExp(String.raw`(?<!\S)#[^\n]*|${perlMatch}|${text}`, 'g'),
  php: new RegExp(String.raw`(?:#|//)[^\n]*|/\*[\s\S]*?\*/|${text}`, 'g'),
  other: /"[^"\n[\]$`{}\\#~&|<>]*"/g,
};
/** Whether a text has something filled in: that is code. */
const fills = (family: Family, found: string, before: string): boolean => {
  if (family === 'python') return /(?<!\w)[rR]?[fFtT][rR]?$/.test(before);
  return family === 'node' ? found.startsWith('`') : !found.startsWith("'");
};
/** How a number is to be shown. */
const format = /(![rsa])?(:[<>=^+\- #]*[\d,.]*[bcdeEfFgGnosxX%]?)?$/;

/** Signs by which a language reads files without a word for it, or calls what nobody has named. */
const calling: Readonly<Record<Family, RegExp>> = {
  python: /[`\\]/,
  node: /\]\s*\(|\b(this|process)\b(?!\s*\.)|`|#/,
  ruby: /[`\\]|=\s*ARGV\b(?!\s*[.[])|\bARGV\b(?!\s*(\.\s*(first|last|length|size|count|each|map|join|inspect|include|select|reject|any|all|none)\b(?!!)|\[[^\]]{0,100}\](?!\s*[^\s\w=!<>~;,)]{0,2}=(?![=~]))|[)},;\n]|$))|\$[<"'`]|%[xwqQrsiIW]?[^\w\s=]|<<[~\-"'A-Z_]/,
  perl: /[`\\]|<(?!\s|=|STDIN>|>)|&\s*[${]|\$\{|\$\$|@\{|->\s*[$({]|\bdo\s*[0$(]|\bARGV\b(?!\s*\[[^\]]{0,100}\](?!\s*[^\s\w=!<>~;,)]?=(?![=~])))/,
  php: /[`\\]|\$\w+\s*\(|[)\]0]\s*\(|\$[${]|<<<|->|::/,
  other: /[^\w\s().,+*%^=;:-]/,
};
/** A sign that divides stands between two values: else it would begin a pattern, and what is a text would not be known. */
const opensPattern =
  /(?<![\w)\]]\s*)\/|\/(?!\s*[\w($.-])|\b(return|typeof|case|in|of|do|else|if|unless|when|and|or|not|throw|puts|print)\s*\//;
/** What is picked out by a number, or by what counts in a loop, is none of the names that an object has. */
const plainIndex = /^\s*(?:-?\d+|([a-z]\w?)(?:\s*[-+]\s*\d+)?)\s*$/;
const counts = (code: string, name: string): boolean =>
  new RegExp(String.raw`\bfor \((let|var) ${name} ?= ?\d+ ?[;,]`).test(code.replace(/for\(/g, 'for (')) &&
  // It is nothing else besides.
  !new RegExp(String.raw`\b${name}\b\s*(=>|=(?!=)(?! ?\d+ ?[;,])|[\],)}][^;]*=)|\b${name} (of|in)\b`).test(code);

/** Names that code gives itself: variables, parameters, and what a loop goes through. */
const given: readonly RegExp[] = [
  /(?<![.\w$@])([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|\/\/|\*\*|<<|>>|\|\||&&|\?\?)?=(?![=~])/g,
  /\b(?:for(?:each)?|const|let|var|as|lambda|catch|nonlocal|global)\b\s*\(?\s*(?:const|let|var)?\s*\[?\s*((?:[A-Za-z_]\w*\s*,\s*)*[A-Za-z_]\w*)/g,
  /\b(?:def|function)\s+([A-Za-z_]\w*)/g,
  /\b(?:def|function)\s*\w*\s*\(([\w\s,]*)\)/g,
  /\(([\w\s,]*)\)\s*=>/g,
  /[|]([\w\s,]+)[|]/g,
  // Keys of what is written down
  /[{,]\s*([A-Za-z_]\w*)\s*:(?!:)/g,
];
/** What is taken over from elsewhere is none of them, whatever it is called. */
const taken = /\b(?:import|from|require|use|include)\b[^;\n]*|[{][^{}]*[}]\s*=(?!=)/g;
/** What stands on its input names no file, nor does what the system is called, or the environment holds. */
const told =
  /\bplatform\.system\(\)|\bprocess\.env\.\w+|\bsys\.stdin(\.buffer)?\.read(lines?)?\(\)|(?<!\w)(\$stdin|STDIN)\.(read|gets|each_line|readlines)\b/g;
const longest = 20_000;
/** Rows of blanks would be gone through from each of them. */
const oneBlank = (text: string) => text.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
/** A word in the braces of a hash of Perl is a text. */
const keyless = (code: string) => code.replace(/([$@%]\w+(?:->)?)\{\s*-?\w+\s*\}/g, '$1');
const namesIn = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? [];

/** Whether code may read files that nobody sees from outside. `name` is the program that it is given to. */
export function codeMayRead(whole: string, name: string): boolean {
  if (whole.length > longest) return true;
  const code = oneBlank(whole).replace(told, '0');
  const family = familyOf(name);
  // What looks like the begin of a text there is a sign of the language.
  if (/([$?]|<<[~-]?)['"`]/.test(code) && (family === 'perl' || family === 'ruby')) return true;
  const filled: string[] = [];
  let isOpen = family === 'perl' && /[@$]\{|\(\?\??\{/.test(code);
  const rest = code.replace(notCode[family], (found: string, ...more: unknown[]) => {
    // What is told of a list there by more than a name is told by code.
    if (family === 'perl' && /[$@]\w+(->)?[[{](?!-?\$?\w+[\]}])/.test(found)) isOpen = true;
    if (/^(#|\/[/*])/.test(found)) return ' ';
    if (!/^['"`]/.test(found)) return ' 0 ';
    const at = more.find((one) => typeof one === 'number')!;
    const before = code.slice(Math.max(0, at - 20), at);
    const said = family === 'perl' ? keyless(found) : found;
    if (fills(family, found, before) && said.includes('{')) {
      isOpen ||= said.split('{').length !== said.split('}').length;
      const isNested = /\{[^{}]*\{/.test(said);
      const each = isNested
        ? [said.slice(said.indexOf('{') + 1, said.lastIndexOf('}'))]
        : [...said.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner!);
      filled.push(...each.map((inner) => (family === 'python' ? inner.replace(format, '') : inner)));
    }
    // By its name in a text, too, something of an object is reached.
    if (family === 'node' && /\[\s*$/.test(before)) filled.push(`a.${found.slice(1, -1)}`);
    return ' 0 ';
  });
  // A letter in front of a text says how it is written.
  const plain =
    family === 'python'
      ? rest.replace(/(?<!\w)[rRbBuUfFtT]{1,2}(?= 0 )/g, '')
      : family === 'perl'
        ? keyless(rest).replace(/[A-Za-z_]\w*(?=\s*=>)/g, '0')
        : rest;
  const parts = [plain, ...filled];
  const own = ownNames(parts.join('\n'), family);
  return isOpen || /['"`]/.test(rest) || parts.some((part) => reaches(part, family, own));
}

/** What reads, runs or leads to what does: it stays what it is, whatever else is called so. */
const never: Readonly<Partial<Record<Family, RegExp>>> = {
  python: /^(open|exec|eval|[gs]etattr|vars|globals|locals|breakpoint|__\w+)$/,
  node: /^(require|import|eval|Function|process|global|globalThis|Reflect|Proxy|WebAssembly|Worker|module|constructor|prototype|__\w+|fetch|Bun|Deno|load|read)$/,
  ruby: /^(open|eval|system|exec|spawn|fork|syscall|send|public_send|method|binding|load|autoload|require(_relative)?|gets|readlines?|File|IO|Dir|Kernel|__\w+)$/,
  other: /^(open|eval|exec|system|load(file|string)?|dofile|require|include|source|read\w*|scan|file\w*|io|os)$/,
};
/** What a name in front of it is in PHP and Perl is a function that the language has itself: only there it may be another one of the code's own. */
const defined = /\bfunction\s+([A-Za-z_]\w*)/g;

function ownNames(code: string, family: Family): ReadonlySet<string> {
  const elsewhere = new Set([...code.matchAll(taken)].flatMap(([all]) => namesIn(all)));
  const forms = family === 'perl' ? [] : family === 'php' ? [defined] : given;
  const own = forms.flatMap((form) => [...code.matchAll(form)]).flatMap(([, names]) => namesIn(names!));
  return new Set(own.filter((one) => !elsewhere.has(one) && !never[family]?.test(one)));
}

/** What of Python's module `os` only tells: others of it, which are called as what is harmless elsewhere is, remove files or move them. */
const telling = /^(environ|getcwd|getenv|getpid|cpu_count|linesep|name|sep)$/;
function touchesSystem(code: string): boolean {
  for (const { index } of code.matchAll(/(?<!\w)os\b/g)) {
    const before = code.slice(Math.max(0, index - 100), index);
    const behind = code.slice(index + 2, index + 500);
    if (/(?<![\w.])from[ \t]+$/.test(before)) {
      const named = /^[ \t]+import[ \t]*\(?([\w \t,]*)/.exec(behind)?.[1]?.split(',');
      if (!named?.every((one) => telling.test(one.trim().split(/\s/)[0]!))) return true;
    } else if (/(?<![\w.])import[ \t]+([\w. \t]+,[ \t]*)*$/.test(before)) {
      if (!/^[ \t]*([,;\n]|$)/.test(behind)) return true;
    } else if (!telling.test(/^\s*\.\s*(\w+)/.exec(behind)?.[1] ?? '')) return true;
  }
  return false;
}

function reaches(code: string, family: Family, own: ReadonlySet<string>): boolean {
  if (family === 'python' && touchesSystem(code)) return true;
  if (calling[family].test(code) || opensPattern.test(code.replaceAll('//', '/'))) return true;
  const isPlain = (index: string) => {
    const [found, name] = plainIndex.exec(index) ?? [];
    return found !== undefined && (name === undefined || counts(code, name));
  };
  if (family === 'node' && [...code.matchAll(/[\w)\]]\s*\[([^\]]*)\]/g)].some(([, at]) => !isPlain(at!))) return true;
  const isMarked = family === 'perl' || family === 'php' || family === 'ruby';
  for (const { 0: one, index } of code.matchAll(/(?<!\w)[A-Za-z_]\w*/g)) {
    const before = code.slice(Math.max(0, index - 3), index);
    const isMember = /(\.|->|::)\s*$/.test(before) && !before.endsWith('..');
    if (safe[family].has(one) || (!isMember && own.has(one))) continue;
    // A variable of theirs has a sign in front of it.
    if (isMarked && /[$@%]$/.test(before) && !/^(GLOBALS|_[A-Z]+)$/.test(one)) continue;
    return true;
  }
  return false;
}

/** What SQL calls that reads nothing but its tables. */
const sqlFunctions: ReadonlySet<string> = new Set(
  'count sum min max avg total abs round floor ceil ceiling coalesce ifnull nullif iif cast lower upper length char_length substr substring trim ltrim rtrim replace concat concat_ws group_concat string_agg array_agg json_agg instr position date time datetime strftime julianday now current_date date_trunc date_part extract to_char to_date age interval typeof printf format row_number rank dense_rank lag lead over partition exists in and or not on using values key primary unique check references foreign varchar char decimal numeric random hex quote changes last_insert_rowid json json_extract json_array_length generate_series range distinct any all as on where when then else by join from select having limit union except intersect case set with'.split(
    ' ',
  ),
);

const listsFile = /\bfrom\b(?:(?!\b(?:from|where|group|order|limit|on|having|select|values)\b)[^;])*,\s*00\b/i;

/** Without what stands in brackets. */
function unnested(code: string): string {
  let flat = code;
  for (let left = 8; left > 0 && flat.includes('('); left--) flat = flat.replace(/\([^()]*\)/g, ' ');
  return flat;
}

/** Whether SQL, or what the program that takes it knows besides, may read files. */
export function sqlMayRead(whole: string): boolean {
  if (whole.length > longest) return true;
  const code = oneBlank(whole);
  const rest = code
    .replace(/'(?:[^']|'')*'|"[^"]*"/g, (text) => (/[./*]/.test(text) ? ' 00 ' : ' 0 '))
    .replace(/\b(into|table|references|index\s+(\w+\s+)?on)\s+[\w.]+\s*\(/gi, ' ');
  if (
    /['"\\`]|(^|[\n;])\s*\.(?!(tables|schema|mode|headers?|timer|indexes|databases|quit|exit)\b)/.test(
      rest.replace(/\\(d[a-z+]*|l|q|x|timing|conninfo)\b/g, ''),
    )
  )
    return true;
  if (/\b(copy|attach|load|import|export|install|infile|source|system|vacuum\s+into|from\s+00?)\b/i.test(rest)) return true;
  // A table may be a file, by its name.
  if (
    /\b(join|table|describe|desc|show|summarize|(un)?pivot|use|into)\s+00\b/i.test(rest) ||
    listsFile.test(rest) ||
    listsFile.test(unnested(rest))
  )
    return true;
  return [...rest.matchAll(/(?<!\w)([A-Za-z_]\w*)\s*\(/g)].some(([, one]) => !sqlFunctions.has(one!.toLowerCase()));
}
