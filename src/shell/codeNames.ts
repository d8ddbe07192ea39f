/** Names in code that nobody runs here: those that it only compares with, or leaves out, are not what it writes. As far as the words around them say. Pure. */

/** What may stand between the beginning of a list and one of its texts. */
const others = String.raw`(?:[rbuf]?(?:'[^'\n]*'|"[^"\n]*"|\x60[^\x60\n]*\x60)\s*,\s*)*`;
const begins = (before: string): RegExp => new RegExp(`(?:${before})${others}[rbuf]?$`, 'i');
/** `x !== NAME`, `x not in (NAME`, `x.startsWith(NAME`, `re.compile(NAME`, `dirs.remove(NAME`; a loop over names does something with them. */
const compared = begins(
  String.raw`[!=]==?\s*|\bin\s*[([{]\s*|\.(?:includes|startsWith|endsWith|indexOf|match|has|startswith|endswith|include\?|start_with\?|end_with\?)\(\s*\(?\s*|\bre\.(?:compile|search|match|fullmatch|findall|sub|split)\(\s*|\bRegExp\(\s*|\bdir(?:s|names)\.remove\(\s*`,
);
const looped = /\bfor\b(?:(?!\b(?:if|not)\b)[^\n;:]){0,80}\b(?:in|of)\s*[([{]?\s*$/i;
/** `ignore: [NAME`, `SKIP = {NAME`, `new Set([NAME` of such a name. */
const leftOut = begins(
  String.raw`\b(\w*(?:ignor|exclu|skip|omit|prun|denylist|blocklist)\w*)['"]?\s*(?:[:=]|\.push|\.add|\.extend)[\s=]*(?:new\s+|frozen)?(?:set)?[\s([{]*`,
);
/** `NAME in x`, `NAME === x`, `[NAME, …].includes(x)`. */
const comparing = /^\s*(?:[!=]==?(?!>)|(?:not\s+)?in\b|(?:,\s*(?:'[^'\n]*'|"[^"\n]*")\s*)*\]\s*\.(?:includes|indexOf)\()/;
/** What a text is matched with. */
const asked = [
  /\/(?![*/])(?:\\.|\[[^\]\n]*\]|[^/\\\n[]){1,200}\/[a-z]*(?=\s*\.(?:test|exec)\()/g,
  /(?:\.(?:match|matchAll|search|split|replace|replaceAll)\(\s*|\b(?:s|m|qr)|[=!]~\s*m?)\/(?:\\.|[^/\\\n]){1,200}\//g,
];
const around = 400;
/** Beyond so many of them each counts. */
const mostNames = 200;
/** Code in which nothing like this stands writes nothing. */
const doing =
  /writ|append|unlink|\brm|_rm|rmtree|remov|delet|renam|mov|cop[yi]|\bcp|\bmv|link|chmod|chown|mkdir|touch|trunc|exec|spawn|system|popen|process(?!\.(argv|cwd|env|exit|std|version))|shell|save|dump|\bput|_put|patch|install|\btee\b|extract|eval|import\s*\(|Function|open|fetch|send|creat|updat|stor|mak|add|output|export\(|connect|bind|filename|handler|mode|\bdd\b|sed\b|curl|wget|\bgit\s|\bsh\b|bash|\$\(|\x60|[,(]\s*(?:mode\s*=\s*)?['"][rwax]b?\+?b?t?['"]|>>|(?<![=\-<>])>\s*['"./~\w]+\s*$/im;

/** The names of code, in whatever words they stand. `isSource`: it is a file of a language, not settings or a script of the shell. */
export function namesInCode(code: string, isSource: boolean): string {
  if (!/\.\w/.test(code)) return code;
  if (isSource && !doing.test(code)) return '';
  const regexes = asked.flatMap((one) => [...code.matchAll(one)].map((found) => [found.index, found.index + found[0].length]));
  let names = 0;
  return code.replace(/(['"])(?:[^'"\n\\]|\\.)*\1|\\\.\w[\w.-]*/g, (word, _quote, at: number) => {
    // A text with blanks is a sentence, or a command.
    if (!/(^|[^\w.])\.\w/.test(word) || /\s/.test(word) || ++names > mostNames) return word;
    if (regexes.some(([from, to]) => at >= from! && at < to!)) return ' ';
    if (word.startsWith('\\')) return word;
    const before = code.slice(Math.max(0, at - around), at);
    const list = leftOut.exec(before)?.[1];
    const isCompared = list === undefined ? compared.test(before) && !looped.test(listStart(before)) : !isUsed(list, code);
    return isCompared || comparing.test(code.slice(at + word.length, at + word.length + around)) ? '""' : word;
  });
}

/** What is said to be left out is handed on, or gone through, all the same. */
const isUsed = (name: string, code: string): boolean =>
  new RegExp(
    String.raw`\b${name}\s*\.\s*(?:map|forEach|each)\b|\(\s*${name}\s*[,)]|\bof\s+${name}\b|\bfor\b(?:(?!\b(?:if|not)\b)[^\n;:]){0,80}\bin\s+${name}\b`,
  ).test(code);

/** Up to the bracket in which the last text stands. */
const listStart = (before: string): string => before.replace(new RegExp(`${others}[rbuf]?$`, 'i'), '');
