/** Programs that put the files beneath a folder in order: when they write, and what kinds. Pure data. */
import { byNames } from './byNames';

export interface Formatter {
  /** Endings of the files that they write. */
  kinds: string;
  /** They write with one of these; always where it is left out. */
  when?: RegExp;
  /** Not with one of these. */
  unless?: RegExp;
  /** Only these subcommands do, told of the words in front of the files. */
  sub?: RegExp;
  /** Options that take the next word. */
  valued?: string;
  /** Without a file, all of the folder that it is in. */
  here?: true;
  /** Its words may be patterns that it looks for itself. */
  patterns?: true;
  /** What has a leading dot is passed over, unless it is named. */
  plain?: true;
}

const scripts = 'js jsx mjs cjs ts tsx mts cts';
const texts = `${scripts} vue svelte astro json json5 jsonc code-workspace css scss less html md mdx yml yaml graphql gql hbs toml`;
const fixes = /^--fix$/;
const python: Formatter = { kinds: 'py pyi ipynb', unless: /^(--check|--diff|--version|--help|-)$/ };
const linter = (kinds: string, more: Partial<Formatter> = {}): Formatter => ({ kinds, when: fixes, ...more });
const onRequest = (kinds: string, when: RegExp, more: Partial<Formatter> = {}): Formatter => ({ kinds, when, ...more });
const checks = /^(--check|-check|--dry-run|--lint|--diff|-)$/;

export const formatters = byNames<Formatter>({
  prettier: onRequest(texts, /^(-\w*w|--write$)/, {
    patterns: true,
    valued:
      '--config --ignore-path --plugin --parser --log-level --cache-location --print-width --tab-width --end-of-line --trailing-comma --prose-wrap',
  }),
  biome: onRequest(texts, /^--(write|apply(-unsafe)?|fix|unsafe)$/, {
    here: true,
    sub: /^(format|check|lint|migrate)$/,
    valued: '--config-path --colors --max-diagnostics --log-level --indent-style --indent-width --line-width',
  }),
  dprint: { kinds: texts, sub: /^fmt$/, here: true, patterns: true, valued: '-c --config --excludes --incremental' },
  deno: { kinds: texts, sub: /^fmt$/, unless: checks, here: true, valued: '-c --config --ignore --ext' },
  eslint: linter(scripts, {
    patterns: true,
    here: true,
    valued:
      '-c --config --ext --rulesdir --plugin --rule --ignore-path --ignore-pattern -f --format -o --output-file --cache-location',
  }),
  eslint_d: linter(scripts, { here: true, patterns: true, valued: '-c --config --ext' }),
  oxlint: linter(scripts, { here: true, when: /^--fix/, valued: '-c --config' }),
  'standard xo': linter(scripts, { here: true, patterns: true }),
  tslint: linter(scripts, { patterns: true, valued: '-c --config -p --project' }),
  stylelint: linter('css scss sass less vue', { patterns: true, valued: '-c --config --config-basedir -f --formatter' }),
  markdownlint: onRequest('md markdown', /^(-f|--fix)$/, { patterns: true, valued: '-c --config -i --ignore -p' }),
  'markdownlint-cli2': linter('md markdown', { patterns: true }),
  jscodeshift: { kinds: scripts, unless: /^(-d|--dry)$/, valued: '-t --transform --parser --extensions' },
  black: { ...python, valued: '-l --line-length -t --target-version --exclude --include --config' },
  isort: { ...python, unless: /^(-c|--check(-only)?|--diff|-)$/, valued: '-s --skip --sp --settings-path --profile' },
  ruff: {
    ...python,
    unless: /^(--check|--diff|--no-fix)$/,
    sub: /^(format|check)$/,
    here: true,
    valued: '--config --select --ignore --exclude',
  },
  'autopep8 yapf': { ...python, when: /^-\w*i|^--in-place$/ },
  pyupgrade: python,
  'gofmt goimports gofumpt': onRequest('go', /^-w$/),
  rustfmt: { kinds: 'rs', unless: checks },
  rubocop: onRequest('rb rake gemspec', /^(-[aAx]|--auto-?correct(-all)?|--fix-layout)$/, { here: true }),
  'terraform tofu': { kinds: 'tf tfvars', sub: /^fmt$/, unless: /^-check$/, here: true, plain: true },
  shfmt: onRequest('sh bash bats', /^(-\w*w|--write)$/, { plain: true }),
  stylua: { kinds: 'lua', unless: checks, plain: true },
  taplo: { kinds: 'toml', sub: /^(fmt|format)$/, unless: checks, here: true },
  yamlfmt: { kinds: 'yml yaml', unless: /^-(lint|dry)$/, here: true, patterns: true },
  buf: onRequest('proto', /^(-w|--write)$/, { sub: /^format$/, here: true, plain: true }),
  swiftformat: { kinds: 'swift', unless: checks },
  ktlint: onRequest('kt kts', /^(-F|--format)$/, { here: true, patterns: true }),
  zig: { kinds: 'zig', sub: /^fmt$/, unless: checks },
  dart: { kinds: 'dart', sub: /^(format|fix)$/, unless: /^(-n|--dry-run)$/, here: true, plain: true },
  alejandra: { kinds: 'nix', unless: checks, here: true },
  nixfmt: { kinds: 'nix', unless: checks },
  sqlfluff: { kinds: 'sql', sub: /^(fix|format)$/, here: true },
  'php-cs-fixer': { kinds: 'php', sub: /^fix$/, unless: checks, here: true },
  csharpier: { kinds: 'cs', unless: checks, here: true },
  'ast-grep sg': onRequest(`${texts} py go rs`, /^(-U|--update-all)$/, { here: true, plain: true, valued: '-p -r -l -c' }),
});
