/** The same command by other names: another spelling of its subcommand, or of the program. What only restricts asks for them. Pure. */
import type { PartialWord } from '../../shared/calls/toolFacts';
import { gitTwin } from './gitCommand';

type AnyWord = string | PartialWord;

/** Of each program, its subcommands that have several names. */
const groups: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries({
    npm: [
      'install i in ins inst insta instal isnt isnta isntal isntall add',
      'uninstall unlink remove rm r un',
      'ci clean-install ic install-clean',
      'run run-script rum urn',
      'test tst t',
      'exec x',
      'update up upgrade udpate',
      'init create innit',
      'config c',
      'link ln',
      'rebuild rb',
    ],
    pnpm: ['install i', 'remove rm uninstall un', 'update up upgrade', 'run run-script', 'test t tst'],
    bun: ['install i', 'add a', 'remove rm'],
    cargo: ['build b', 'run r', 'test t', 'check c', 'remove rm', 'doc d'],
    helm: ['uninstall del delete un'],
    brew: ['uninstall remove rm'],
    gem: ['install i'],
  }).map(([name, lists]) => [name, lists.map((list) => list.split(' '))]),
);

/** A word and what else the program calls the same. */
export function namesLike(program: string, word: string): readonly string[] {
  return groups.get(program)?.find((group) => group.includes(word)) ?? [word];
}

/** Of these any operand is a target, in whatever order: what is said of the first holds for each. */
export const takesTargets = (program: string): boolean => /^(g?make|ninja|mvnw?|gradlew?|rake|ant)$/.test(program);

/** The command as another program: `git-push`, `docker-compose up`, `python -m pip install`. */
export function otherPrograms(name: string, args: readonly AnyWord[]): AnyWord[][] {
  const sub = gitTwin(name);
  if (sub !== undefined) return [['git', sub, ...args]];
  if (name === 'docker-compose') return [['docker', 'compose', ...args]];
  if (name === 'docker' && args[0] === 'compose') return [['docker-compose', ...args.slice(1)]];
  if (!/^(python|pypy)[\d.]*$/.test(name)) return [];
  const at = args.findIndex((arg) => typeof arg !== 'string' || !arg.startsWith('-') || /^-[A-Za-z]*m/.test(arg));
  const [, attached] = /^-[A-Za-z]*?m(.*)$/s.exec(String(args[at])) ?? [];
  if (attached === undefined) return [];
  return [attached === '' ? args.slice(at + 1) : [attached, ...args.slice(at + 1)]];
}

/** Whether `otherPrograms` may know of any. */
export const mayBeOther = (program: string): boolean =>
  /(^|[\\/])(git-[^\\/]*|docker(-compose)?|(python|pypy)[\d.]*)(\.exe)?$/i.test(program);
