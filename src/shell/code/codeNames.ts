/** Names in code that nobody runs here: those that it only leaves out are not what it writes. As far as the words around them say. Pure. */
import { joinedTexts } from './joinedTexts';

const text = String.raw`[rbuf]?(?:'[^'\n]*'|"[^"\n]*"|\x60[^\x60\n]*\x60)`;
/** What may stand between the beginning of a list and one of its texts. */
const others = String.raw`(?:${text}\s*,\s*)*`;
const begins = (before: string): RegExp => new RegExp(`(?:${before})${others}[rbuf]?$`, 'i');
const asks = String.raw`\.(?:includes|startsWith|endsWith|indexOf|match|has|startswith|endswith|include\?|start_with\?|end_with\?)\(\s*\(?\s*|\bre\.(?:search|match|fullmatch|findall)\(\s*`;
/** `x !== NAME`, `x not in (NAME`, `!x.startsWith(NAME`, `dirs.remove(NAME`: what is so called is not meant. */
const unlike = begins(
  String.raw`!==?\s*|\bnot\s+in\s*[([{]\s*|![\w.]*(?:${asks})|\bnot\s+[\w.]*(?:${asks})|\bdir(?:s|names)\.remove\(\s*`,
);
/** `x.replace(NAME, …)`: it is gone behind that; with one text alone a file is moved there. */
const takenOut = /(?:(?<![\w.])re\.sub|\.(?:split|replace|replaceAll))\(\s*[rbuf]?$/;
/** `x === NAME`, `x in (NAME`, `x.includes(NAME`: it is chosen, or left out, by what stands behind. */
const alike = begins(String.raw`===?\s*|\bin\s*[([{]\s*|${asks}`);
/** `NAME in x`, `NAME === x`, `[NAME, …].includes(x)`, and their contraries. */
const list = String.raw`(?:,\s*(?:'[^'\n]*'|"[^"\n]*")\s*)*,?\s*\]\s*\.(?:includes|indexOf)\(`;
const alikeBehind = new RegExp(String.raw`^\s*(?:===?(?!>)|in\b|${list})`);
const unlikeBehind = /^\s*(?:!==?|not\s+in\b)/;
const notList = begins(String.raw`!\s*\[\s*`);
/** `ignore: [NAME`, `SKIP = {NAME`, `new Set([NAME` of such a name. */
const leftOut = begins(
  String.raw`\b(\w*(?:ignor|exclu|skip|omit|prun|denylist|blocklist)\w*)['"]?\s*(?:[:=]|\.push|\.add|\.extend)[\s=]*(?:new\s+|frozen)?(?:set)?[\s([{]*(?:(?:re\.compile|RegExp)\(\s*)?`,
);
/** All that is done with what is found so is to go on to the next. */
const nothing = String.raw`(?:continue|break|pass|next|(?:process|sys)\.exit\b|throw|raise|dir(?:s|names)\.remove|return(?=\s*(?:[;}\n]|$|(?:\w+|\[\]|'')\s*(?:[;}\n]|$))))`;
const goesOn = new RegExp(
  String.raw`^(?:\s*,\s*${text})*\s*,?\s*\}?[^;{}\n]{0,200}?(?:[):]\s*\{?\s*${nothing}|===?\s*-1|<\s*0|\?\s*(?:\[\]|null|undefined|false|true|''|"")\s*:)`,
);
const goingOn = /\b(?:next|return|continue|break)\s+if\b[^;\n]*$|\bunless\b[^;\n]*$|\breject\b[^;\n]*$/;

/** A regular expression, or what replaces what it finds. */
const tested =
  /(?<=(?:^|[=(,:[!&|?{};\n]|return)\s*)\/(?![*/])(?:\\.|\[[^\]\n]*\]|[^/\\\n[]){1,200}\/[a-z]*(?=\s*\.(?:test|exec)\()|(?<=\.(?:match|matchAll|search)\(\s*|[=!]~\s*m?|\bm|\bqr)\/(?:\\.|[^/\\\n]){1,200}\//g;
const replaced = /(?:\.(?:split|replace|replaceAll)\(\s*|\bs)\/(?:\\.|[^/\\\n]){1,200}\//g;
const around = 400;
/** Beyond so many of them each counts. */
const mostNames = 200;

/** Words of what writes, or runs another. */
const doing =
  /writ|append|unlink|\brm|_rm|rmtree|rimraf|remov|delet|\bdel\(|renam|mov|cop[yi]|\bcp|\bmv|link|\bln|chmod|chown|\bmk|touch|trunc|empty|trash|exec|spawn|fork|Worker|system|popen|process(?!\.(argv|cwd|env|exit|std|version))|shell|save|dump|\bput|_put|patch|install|\btee\b|extract|unpack|_archive|retriev|download|in_?place|eval|import\s*\(|Function|getattr|__(?!name__|file__|init__|main__|dirname|filename)|\bos\.replace|import\b[^\n;]*\breplace\b|\breplace\((?:[^,()]|\([^()]*\))*\)|\]\s*\(|open|fetch|send|creat|updat|utime|stor|mak|add|output|export\(|connect|bind|filename|handler|mode|\bdd\b|sed\b|curl|wget|\bgit\s|\bsh\b|bash|\$\(|\x60|[,(]\s*(?:mode\s*=\s*)?['"][rwax]b?\+?b?t?['"]|>>|(?<![=\-<>])>\s*['"./~\w]+\s*$/im;
/** Modules that write by such words alone, or not at all; what lies in the project is its own. */
const known =
  /^(?:\..*|(?:node:)?(?:fs|fs\/promises|path|os|util|url|assert|assert\/strict|events|readline|test|process|child_process)|glob|fast-glob|globby|tinyglobby|picomatch|minimatch|micromatch|ignore|vitest|vitest\/config|vite|@jest\/globals|jest|chai|mocha|typescript|yaml|js-yaml|jsonc-parser|json5|semver|zod|os\.path|sys|json|re|fnmatch|pathlib|collections|itertools|functools|math|datetime|time|typing|textwrap|string|argparse|subprocess|shutil|ast|csv|configparser|hashlib|base64|unittest|pytest|pprint|difflib|dataclasses|enum|tomllib|set|pathname|English|fileutils)$/;

/** Whether it may write: by a word that says so, or by a module that nobody knows. */
function mayWrite(code: string): boolean {
  if (doing.test(code)) return true;
  const named = [...code.matchAll(/\b(?:require(?:_relative)?\s*\(?|from|import)\s*['"]([^'"\n]+)['"]/g)].map(
    ([, name]) => name!,
  );
  const pythons = [
    ...code.matchAll(/(?:^|[;\n])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+?)(?=[ \t]*(?:[;\n#]|$)))/g),
  ]
    .flatMap(([, from, all]) => (from ? [from] : all!.split(',').map((one) => one.trim().split(/\s/)[0]!)))
    .filter(Boolean);
  return [...named, ...pythons].some((name) => !known.test(name));
}

/**
 * The names of code, in whatever words they stand, or that it puts together. `isSource`: it is a file of a language, not settings or a script of the shell.
 */
export function namesInCode(code: string, isSource: boolean): string {
  const joined = joinedTexts(code);
  const names = writtenNames(code, isSource);
  return joined === undefined ? names : `${names}\n${writtenNames(joined, isSource)}`;
}

function writtenNames(code: string, isSource: boolean): string {
  if (!/\.\w/.test(code)) return code;
  if (isSource && !mayWrite(code)) return '';
  const spans = (form: RegExp) =>
    [...code.matchAll(form)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
  const [tests, changes] = [spans(tested), spans(replaced)];
  const isLeft = ({ from, to }: { from: number; to: number }) =>
    /![\w.\s(]*$/.test(code.slice(Math.max(0, from - 80), from)) ||
    isPassedOver(code.slice(Math.max(0, from - around), from), code.slice(to, to + around));
  let names = 0;
  return code.replace(/(['"])(?:[^'"\n\\]|\\.)*\1|\\\.\w[\w.-]*/g, (word, _quote, at: number) => {
    // A text with blanks is a sentence, or a command.
    if (!/(^|[^\w.])\.\w/.test(word) || /\s/.test(word) || ++names > mostNames) return word;
    const holds = ({ from, to }: { from: number; to: number }) => at >= from && at < to;
    if (changes.some(holds) || tests.some((one) => holds(one) && isLeft(one))) return ' ';
    if (word.startsWith('\\')) return word;
    const before = code.slice(Math.max(0, at - around), at);
    const behind = code.slice(at + word.length, at + word.length + around);
    const variable = leftOut.exec(before)?.[1];
    const isOut =
      variable === undefined
        ? unlike.test(before) ||
          unlikeBehind.test(behind) ||
          (takenOut.test(before) && /^\s*,/.test(behind)) ||
          // `!**/.git/**`
          /^.!/.test(word) ||
          (isChosen(before, behind) && isPassedOver(before, behind))
        : !isUsed(variable, code);
    return isOut ? '""' : word;
  });
}

const isChosen = (before: string, behind: string): boolean =>
  (alike.test(before) && !looped.test(listStart(before))) || alikeBehind.test(behind);

/** What is found to be so called is not what it goes on with. */
const isPassedOver = (before: string, behind: string): boolean =>
  notList.test(before) || goesOn.test(behind) || goingOn.test(before);

const looped = /\bfor\b(?:(?!\b(?:if|not)\b)[^\n;:]){0,80}\b(?:in|of)\s*[([{]?\s*$/i;

/** What is said to be left out is handed on, or gone through, all the same: it is used otherwise than to compare something with it. */
function isUsed(name: string, code: string): boolean {
  const compares = String.raw`\s*(?:['"]?\s*:(?!:)|=(?!=)|\.(?:includes|has|indexOf|push|add|extend|append|test)\(|\.(?:length|size)\b|\.(?:some|every)\(\s*\(?(\w+)\)?\s*=>\s*!?[\w.]+\.(?:includes|startsWith|endsWith)\(\1\)\s*\))`;
  const harmless = new RegExp(`^${compares}`);
  return [...code.matchAll(new RegExp(String.raw`\b${name}\b`, 'g'))].some(({ index }) => {
    const before = code.slice(Math.max(0, index - 160), index);
    const behind = code.slice(index + name.length, index + name.length + 160);
    if (/\b(?:not\s+)?in\s+$/.test(before)) return looped.test(before);
    return !harmless.test(behind);
  });
}

/** Up to the bracket in which the last text stands. */
const listStart = (before: string): string => before.replace(new RegExp(`${others}[rbuf]?$`, 'i'), '');
