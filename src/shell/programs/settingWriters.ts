/** Programs that write settings, hooks or start-up files of their own accord. Pure data. */
import { byNames } from './byNames';

export interface Setting {
  /** On the words behind the program, joined. */
  when: RegExp;
  unless?: RegExp;
  /** What it writes: relative to where the line is, or in the home folder. */
  path?: string;
  /** What it changes, where that is no file of its own. */
  what?: string;
}

const npmSets = /^((config|c) (set|delete|rm|edit|fix)|set)( |$)/;
const npm: readonly Setting[] = [
  { when: npmSets, unless: /(--location|-L)[= ]?project/, path: '~/.npmrc' },
  { when: npmSets, path: '.npmrc' },
  { when: /^(login|adduser|add-user|logout|token|setup)( |$)/, path: '~/.npmrc' },
];
const extensions: readonly Setting[] = [
  { when: /--(install|uninstall|update)-extension|--add-mcp|--user-data-dir/, path: '~/.vscode/extensions' },
];
const gitHooks: readonly Setting[] = [{ when: /(^| )(--)?(install|init|uninstall|add|set)( |$)|^$/, path: '.git/hooks' }];
const startUp = (when: RegExp): Setting[] => [{ when, path: '~/.bashrc' }];
const agents = (when: RegExp): Setting[] => [{ when, path: '.claude' }];
const later: readonly Setting[] = [{ when: /^/, unless: /^-[lcq]( |$)/, what: 'what runs later (by `at`)' }];

export const settings = byNames<readonly Setting[]>({
  npm,
  pnpm: [...npm, ...startUp(/^setup( |$)/)],
  direnv: [{ when: /^(allow|permit|grant|edit)( |$)/, path: '.envrc' }],
  husky: [{ when: /^(init|install|add|set|$)/, path: '.husky' }],
  'husky-init': [{ when: /^/, path: '.husky' }],
  'pre-commit lefthook overcommit simple-git-hooks': gitHooks,
  'git-lfs': [{ when: /^install/, path: '.git/hooks' }],
  'git-secrets': [{ when: /--install/, path: '.git/hooks' }],
  'git-flow': [{ when: /^(init|config)( |$)/, path: '.git/config' }],
  'git-annex': [{ when: /^(init|reinit|initremote|enableremote|config)( |$)/, path: '.git/config' }],
  'git-crypt': [{ when: /^(init|unlock)( |$)/, path: '.git/config' }],
  captainhook: gitHooks,
  trunk: [{ when: /^(init|git-hooks sync|actions enable)( |$)/, path: '.git/hooks' }],
  mise: [{ when: /^(generate|gen|g) git-pre-commit( |$)/, path: '.git/hooks' }],
  moon: [{ when: /^sync( hooks)?( |$)/, path: '.git/hooks' }],
  'devenv lorri': [{ when: /^init( |$)/, path: '.envrc' }],
  devbox: [{ when: /^generate direnv( |$)/, path: '.envrc' }],
  ggshield: [{ when: /^install( |$)/, path: '.git/hooks' }],
  claude: [{ when: /^(mcp|config|plugin|install|update)( |$)/, unless: /^(mcp|config|plugin) (list|get)/, path: '.claude' }],
  // Those that set up agents in a project: servers, commands, skills.
  'specify claude-flow rulesync openspec': agents(/^(init|update|generate|import)( |$)/),
  'skills add-skill': agents(/^(add|install|i|update|remove|init|[\w-]+\/)/),
  'bmad bmad-method superclaude fastmcp': agents(/^install( |$)/),
  'claude-code-templates cct': agents(/^/),
  'add-mcp install-mcp': [{ when: /^/, path: '.mcp.json' }],
  'task-master task-master-ai ruler': [{ when: /^(init|rules|apply|revert)( |$)/, path: '.mcp.json' }],
  smithery: [{ when: /^(install|uninstall|mcp add)( |$)/, path: '.mcp.json' }],
  // `@smithery/cli`
  cli: [{ when: /^(install|uninstall) .*--client/, path: '.mcp.json' }],
  playwright: [{ when: /^init-agents( |$)/, path: '.mcp.json' }],
  nx: [{ when: /^configure-ai-agents( |$)/, path: '.mcp.json' }],
  'code code-insiders codium cursor': extensions,
  crontab: [{ when: /^/, unless: /^(-u \S+ )?-l( |$)/, what: 'the crontab' }],
  'at batch': later,
  systemctl: [
    {
      when: /--user( .*)? (enable|disable|link|edit|mask|unmask|set-property|revert|set-environment|import-environment|reenable|preset)( |$)/,
      path: '~/.config/systemd/user',
    },
  ],
  launchctl: [{ when: /^(load|bootstrap|submit|enable)( |$)/, path: '~/Library/LaunchAgents' }],
  gh: [{ when: /^auth (setup-git|login)/, path: '~/.gitconfig' }],
  gcloud: [{ when: /(^| )compute config-ssh( |$)/, path: '~/.ssh/config' }],
  coder: [{ when: /^config-ssh( |$)/, path: '~/.ssh/config' }],
  'conda mamba': startUp(/^init( |$)/),
  micromamba: startUp(/^shell init( |$)/),
  pipx: startUp(/^ensurepath( |$)/),
  volta: startUp(/^setup( |$)/),
  ng: startUp(/^completion( -|$)/),
  opam: [{ when: /^init( |$)/, unless: /(^| )(-n|--no|--no-setup|--bare)( |$)/, path: '~/.profile' }],
  'rustup-init': [{ when: /^/, unless: /--no-modify-path/, path: '~/.profile' }],
  'cs coursier': startUp(/^setup( |$)/),
  uv: startUp(/^tool update-shell/),
  rbenv: startUp(/^init( (?!-)|$)/),
  'home-manager': startUp(/(^| )switch( |$)/),
  omz: startUp(/^(plugin (enable|disable)|theme set)( |$)/),
  chsh: startUp(/^/),
  // Settings of the home folder, from where they are kept.
  dotdrop: startUp(/(^| )install( |$)/),
  chezmoi: startUp(/(^| )(apply|update)( |$)|--apply/),
  yadm: startUp(/^(clone|pull|checkout|reset|restore|merge|bootstrap|stash)( |$)/),
  rcup: startUp(/^/),
  homesick: startUp(/^(link|symlink|rc)( |$)/),
  homeshick: startUp(/^(link|symlink)( |$)/),
  dotbot: startUp(/^/),
  mackup: startUp(/(^| )(restore|link|uninstall)( |$)/),
  hooksmith: [
    { when: /^guard( |$)/, path: '.claude' },
    { when: /^import( |$)/, path: '.hooksmith/hooks' },
  ],
});
