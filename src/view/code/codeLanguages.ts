/** The languages whose code is coloured; each grammar is a file of its own that is loaded at its first use. */
import type { LanguageRegistration } from 'shiki/core';

type Grammar = () => Promise<{ default: LanguageRegistration[] }>;

/** The words that a fence may name it by; the first one is the grammar's own. */
const languages: readonly [names: string, load: Grammar][] = [
  ['typescript ts mts cts', () => import('shiki/langs/typescript.mjs')],
  ['tsx', () => import('shiki/langs/tsx.mjs')],
  ['javascript js mjs cjs node', () => import('shiki/langs/javascript.mjs')],
  ['jsx', () => import('shiki/langs/jsx.mjs')],
  ['json webmanifest', () => import('shiki/langs/json.mjs')],
  ['jsonc json5', () => import('shiki/langs/jsonc.mjs')],
  ['jsonl ndjson', () => import('shiki/langs/jsonl.mjs')],
  ['python py python3', () => import('shiki/langs/python.mjs')],
  ['shellscript bash sh shell zsh', () => import('shiki/langs/shellscript.mjs')],
  ['shellsession console', () => import('shiki/langs/shellsession.mjs')],
  ['powershell ps1 pwsh ps', () => import('shiki/langs/powershell.mjs')],
  ['bat batch cmd', () => import('shiki/langs/bat.mjs')],
  ['html htm', () => import('shiki/langs/html.mjs')],
  ['css', () => import('shiki/langs/css.mjs')],
  ['scss', () => import('shiki/langs/scss.mjs')],
  ['less', () => import('shiki/langs/less.mjs')],
  ['xml svg xsl', () => import('shiki/langs/xml.mjs')],
  ['vue', () => import('shiki/langs/vue.mjs')],
  ['svelte', () => import('shiki/langs/svelte.mjs')],
  ['markdown md', () => import('shiki/langs/markdown.mjs')],
  ['yaml yml', () => import('shiki/langs/yaml.mjs')],
  ['toml', () => import('shiki/langs/toml.mjs')],
  ['ini properties conf cfg', () => import('shiki/langs/ini.mjs')],
  ['dotenv env', () => import('shiki/langs/dotenv.mjs')],
  ['diff patch', () => import('shiki/langs/diff.mjs')],
  ['docker dockerfile', () => import('shiki/langs/docker.mjs')],
  ['make makefile mk', () => import('shiki/langs/make.mjs')],
  ['go golang', () => import('shiki/langs/go.mjs')],
  ['rust rs', () => import('shiki/langs/rust.mjs')],
  ['java', () => import('shiki/langs/java.mjs')],
  ['kotlin kt kts', () => import('shiki/langs/kotlin.mjs')],
  ['scala', () => import('shiki/langs/scala.mjs')],
  ['swift', () => import('shiki/langs/swift.mjs')],
  ['c h', () => import('shiki/langs/c.mjs')],
  ['cpp c++ cc hpp cxx', () => import('shiki/langs/cpp.mjs')],
  ['csharp cs c#', () => import('shiki/langs/csharp.mjs')],
  ['php', () => import('shiki/langs/php.mjs')],
  ['ruby rb', () => import('shiki/langs/ruby.mjs')],
  ['perl pl', () => import('shiki/langs/perl.mjs')],
  ['lua', () => import('shiki/langs/lua.mjs')],
  ['r', () => import('shiki/langs/r.mjs')],
  ['elixir ex exs', () => import('shiki/langs/elixir.mjs')],
  ['haskell hs', () => import('shiki/langs/haskell.mjs')],
  ['zig', () => import('shiki/langs/zig.mjs')],
  ['dart', () => import('shiki/langs/dart.mjs')],
  ['sql', () => import('shiki/langs/sql.mjs')],
  ['graphql gql', () => import('shiki/langs/graphql.mjs')],
  ['proto protobuf', () => import('shiki/langs/proto.mjs')],
  ['terraform tf hcl', () => import('shiki/langs/terraform.mjs')],
  ['nix', () => import('shiki/langs/nix.mjs')],
  ['regex regexp', () => import('shiki/langs/regexp.mjs')],
];

const byName: ReadonlyMap<string, Grammar> = new Map(
  languages.flatMap(([names, load]) => names.split(' ').map((name) => [name, load])),
);

/** `word` as a fence has it, in any case; undefined for a language without colours here. */
export const grammarOf = (word: string): Grammar | undefined => byName.get(word.toLowerCase());
