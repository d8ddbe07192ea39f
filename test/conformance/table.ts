/** The table of verdicts as Markdown: `README.md` beside this file. */
import type { Behaviour, System, Verdict } from './behaviour';

const verdicts: Verdict[] = ['same', 'option', 'better', 'n/a'];

const head = `# Conformance

<!-- Made from the declarations in this folder: UPDATE_CONFORMANCE=1 npm test -- unit --grep conformance -->

Hooksmith's hooks are meant to do all that five earlier hook systems do. This table lists every behaviour that was observed in them, and what Hooksmith makes of it:

- **same**: Hooksmith does this.
- **option**: a documented option or decision reaches it.
- **better**: different on purpose; the line says what Hooksmith does instead.
- **n/a**: it has no meaning here; the line says why.

Behind an id stands how the behaviour is known: T, its repository tests it; C, its code shows it; X, it was executed; D, its documentation says otherwise. All but *n/a* have a test here
with the id in its title: hook files and a scripted model, run by the real agent loop and the real hook host.
`;

export function table(systems: readonly System[]): string {
  const rows = systems.map(({ id, repository, behaviours }) => [
    id,
    repository,
    ...verdicts.map((verdict) => countOf(behaviours, verdict)),
  ]);
  const summary = [
    '| | System | same | option | better | n/a |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(line),
  ].join('\n');
  return [head, summary, '', ...systems.map(section)].join('\n');
}

const section = ({ id, repository, commit, behaviours }: System): string =>
  [
    `\n## ${id} ${repository}\n\nAs of [${commit}](https://github.com/${repository}/tree/${commit}).\n`,
    '| Id | Verdict | What Hooksmith does |',
    '| --- | --- | --- |',
    ...behaviours.map((one) => line([`${one.id} ${one.mark}`, `**${one.verdict}**`, one.line.replaceAll('|', '\\|')])),
    '',
  ].join('\n');

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const countOf = (behaviours: readonly Behaviour[], verdict: Verdict): number =>
  behaviours.filter((one) => one.verdict === verdict).length;
