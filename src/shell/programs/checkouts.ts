/** Version control beside git: by which subcommands it puts other files in place of what is there, and by which it shows what stands in them. Pure data. */
import { byNames } from './byNames';

export interface Checkout {
  /** All that it keeps, whatever words stand behind. */
  all: RegExp;
  /** The same, or what the words name. */
  named?: RegExp;
  /** What only with an option does the same. */
  with?: readonly [sub: RegExp, option: RegExp];
  valued?: string;
}

const sapling: Checkout = {
  all: /^(up|update|co|checkout|goto|go|merge|rebase|graft|transplant|backout|unshelve|shelve|strip|histedit|evolve|bisect|unamend|prev|next|fetch)$/,
  named: /^(revert|purge)$/,
  with: [/^(pull|unbundle)$/, /^(-\w*u|--up|--reb)/],
  valued: '-r --rev -d --date -I --include -X --exclude -R --repository --config --cwd -t --tool',
};
const bazaar: Checkout = {
  all: /^(pull|switch|up|update|uncommit|shelve|unshelve|rebase)$/,
  named: /^(revert)$/,
  valued: '-r --revision',
};

export const checkouts = byNames<Checkout>({
  'hg chg sl': sapling,
  svn: {
    all: /^(merge|sw|switch)$/,
    named: /^(up|update|revert|cleanup)$/,
    valued: '-r --revision -c --change --depth --set-depth --username --password --accept --config-dir --changelist --cl',
  },
  jj: {
    all: /^(new|edit|abandon|undo|redo|squash|rebase|next|prev|split|parallelize|workspace|sparse|op|operation|absorb|revert|backout)$/,
    named: /^restore$/,
    valued: '-r --revision --revisions -f --from -t --into --to -c --changes-in -R --repository --config -m --message',
  },
  p4: {
    all: /^(switch|unshelve|stream)$/,
    named: /^(sync|revert|clean|update|flush)$/,
    valued: '-c -s -p -u -P -d -m',
  },
  'bzr brz': bazaar,
  fossil: { all: /^(update|up|checkout|co|merge|undo|redo|stash|bisect)$/, named: /^revert$/, valued: '-r --revision -R' },
  darcs: { all: /^(pull|rebase|obliterate|unrecord|rollback)$/, named: /^revert$/, valued: '-p --patch -m' },
  cvs: { all: /^$/, named: /^(up|update)$/, valued: '-r -D -j -k -d' },
});
