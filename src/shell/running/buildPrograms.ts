/** make, cmake and what configures builds: what they are given stands in the lines that they run. */

import { changesMeaning, makeMayRun } from '../programs/variables';
import { shown } from '../syntax/lineReport';
import { wordsOf } from '../syntax/optionWords';
import { inFolder, literal } from '../syntax/words';
import type { Special } from './findings';

export const make: Special = (args, found) => {
  for (const { text, dynamic, pieces = [null] } of args) {
    const [, variable, said] = /^([.\w]+)(?:::?:?|\?|\+|!)?=(.*)$/s.exec(text) ?? [];
    // What the shell fills in is no text of the line; make expands what is.
    const value = dynamic ? undefined : said;
    const written = dynamic ? pieces.join('').replace(/^[^=]*=/, '') : said!;
    if (
      variable !== undefined &&
      (/[$`]/.test(written) ||
        /^\w+(::?:?)?!=/.test(text) ||
        /^\.?SHELL(FLAGS)?$/.test(variable) ||
        changesMeaning(variable, value) ||
        makeMayRun(variable, value, written))
    )
      found.code(`${shown(variable)} makes ${shown('make')} run another program`);
  }
  const { options } = wordsOf(args, '-f --file --makefile -I --include-dir -C --directory -E --eval -o -W -l');
  if (options.has('-E')) found.code(`${shown('make')} is given rules in its words`);
  const files = ['-f', '--file', '--makefile'].flatMap((option) => options.get(option) ?? []);
  const given = ['-C', '--directory'].map((option) => options.get(option) ?? []);
  // Each folder is told from the one before, in either order of the two spellings.
  for (const folders of [given.flat(), given.reverse().flat()].map((all) => all.filter(({ dynamic }) => !dynamic)))
    for (const file of files.length > 0 ? files : ['GNUmakefile', 'makefile', 'Makefile'].map(literal))
      found.runsFile('make', folders.concat(file).reduce(inFolder));
};

/** What its own commands are to others. */
const cmakeTwins: ReadonlyMap<string, string[]> = new Map([
  ['rm', ['rm']],
  ['remove', ['rm']],
  ['remove_directory', ['rm', '-r']],
  ['copy', ['cp']],
  ['copy_if_different', ['cp']],
  ['copy_directory', ['cp', '-rT']],
  ['copy_directory_if_different', ['cp', '-rT']],
  ['rename', ['mv']],
  ['touch', ['touch']],
  ['create_symlink', ['ln', '-s']],
  ['create_hardlink', ['ln']],
  ['tar', ['tar']],
]);

/** `cmake -E env A=1 COMMAND`, `cmake -E time COMMAND`, `cmake -E chdir FOLDER COMMAND`. */
export const cmake: Special = (args, found, name) => {
  for (const [i, { text }] of args.entries()) {
    const setting = text === '-D' ? args[i + 1]?.text : /^-D(.+)$/s.exec(text)?.[1];
    const [, variable, value] = /^(\w+)(?::\w+)?=(.*)$/s.exec(setting ?? '') ?? [];
    const names =
      variable !== undefined &&
      /(COMPILER|LAUNCHER|PROGRAM|COMMAND|EXECUTABLE|LAUNCH_\w+|TOOLCHAIN_FILE|INCLUDE|INCLUDE_BEFORE|LINKER|EMULATOR|(CLANG_TIDY|INCLUDE_WHAT_YOU_USE|CPPCHECK|CPPLINT|_(AR|RANLIB|NM|STRIP|OBJCOPY|OBJDUMP|RC|MT)))$/.test(
        variable,
      );
    if (names && !/^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|s?ccache)(-\d+)?$/.test(value!))
      found.code(`${shown(variable)} makes ${shown(name)} run another program`, true);
  }
  const at = args.findIndex(({ text }) => text === '-E');
  const mode = at < 0 ? undefined : args[at + 1]?.text;
  const rest = args.slice(at + 2);
  if (mode === 'env') found.command([literal('env'), ...rest.filter(({ text }) => !/^--(unset|modify)=/.test(text))]);
  if (mode === 'time') found.command(rest);
  if (mode === 'chdir') found.command([literal('env'), literal('-C'), ...rest]);
  const twin = mode === undefined ? undefined : cmakeTwins.get(mode);
  if (twin) found.command([...twin.map(literal), ...rest]);
  const build = args.findIndex(({ text }) => text === '--');
  if (args[0]?.text === '--build' && build >= 0) found.command([literal('make'), ...args.slice(build + 1)]);
};

/** `./configure CC=…`, `scons CC=…`: they hand on to the compiler's lines what they are given. */
export const configured: Special = (args, found, name) => {
  for (const { text } of args) {
    const [, variable, value] = /^(?:-D)?([A-Z]\w*)(?::\w+)?=(.*)$/s.exec(text) ?? [];
    if (variable !== undefined && (changesMeaning(variable, value, false) || /[$`]/.test(value!)))
      found.code(`${shown(variable)} makes ${shown(name)} run another program`);
  }
};
