/** Programs that walk through whole folders, and where they begin. Pure data. */

export interface Searching {
  /** It only walks with one of these, the first word taken for options with or without a dash; always where it is left out. */
  when?: RegExp;
  /** Only these subcommands walk. */
  sub?: RegExp;
  /** Files and folders with a leading dot are left out, unless one of these is given. */
  dotsWith?: RegExp;
  /** Without an operand it walks through the folder that it is in. */
  here?: true;
  /** It reads its input in place of that, where it is given any. */
  input?: true;
}

const recursive = /^-[^-efmABCdD]*[rR]|^--(dereference-)?recursive|^--directories=recurse|^recurse$/;
const grep: Searching = { when: recursive, here: true };
const ripgrep: Searching = { here: true, input: true, dotsWith: /^-[a-zA-Z]*(u|\.)|^--(hidden|unrestricted|no-ignore)/ };
const silver: Searching = { here: true, input: true, dotsWith: /^-[a-zA-Z]*[auUt]|^--(hidden|unrestricted|all-(text|types))/ };
const fd: Searching = { here: true, dotsWith: /^-[a-zA-Z]*[Hu]|^--(hidden|unrestricted)/ };
const copies: Searching = { when: /^-[^-St]*[rRa]|^--(recursive|archive)/ };
const always: Searching = {};
const here: Searching = { here: true };

export const searching: ReadonlyMap<string, Searching> = new Map<string, Searching>(
  Object.entries<Searching>({
    grep,
    egrep: grep,
    fgrep: grep,
    zgrep: grep,
    ugrep: { ...grep, here: true },
    rg: ripgrep,
    ag: silver,
    ack: { here: true, input: true },
    fd,
    fdfind: fd,
    find: here,
    gfind: here,
    tree: here,
    du: here,
    ncdu: here,
    dust: here,
    ls: { when: /^-[^-ITw]*R|^--recursive/, here: true },
    dir: { when: /^-[A-Za-z]*R|^--recursive/, here: true },
    exa: { when: /^-[A-Za-z]*[RT]|^--(recurse|tree)/, here: true },
    eza: { when: /^-[A-Za-z]*[RT]|^--(recurse|tree)/, here: true },
    cp: copies,
    scp: { when: /^-[A-Za-z]*r/ },
    rsync: { when: /^-[^-efBTM]*[ra]|^--(recursive|archive)/ },
    mv: always,
    ditto: always,
    tar: { when: /^-[A-Za-z]*[cru]|^--(create|append|update|concatenate)/ },
    bsdtar: { when: /^-[A-Za-z]*[cru]|^--(create|append|update)/ },
    zip: { when: /^-[A-Za-z]*[rR]|^--recurse/ },
    '7z': { when: /^-[au]$/ },
    rm: { when: /^-[A-Za-z]*[rR]|^--recursive/ },
    chmod: { when: /^-[A-Za-z]*R|^--recursive/ },
    chown: { when: /^-[A-Za-z]*R|^--recursive/ },
    chgrp: { when: /^-[A-Za-z]*R|^--recursive/ },
    diff: { when: /^-[^-xXUCILWFS]*r|^--recursive/ },
    git: { sub: /^(grep|archive|ls-files|ls-tree|clean)$/, here: true },
    docker: { sub: /^(build|buildx)$/ },
    podman: { sub: /^build$/ },
    aws: { sub: /^s3$/, when: /^(sync|--recursive)$/ },
    gsutil: { when: /^(rsync|-[rR])$/ },
    rclone: { sub: /^(copy|sync|move|bisync)$/ },
    s3cmd: { when: /^(sync|-r|--recursive)$/ },
    ctags: { when: /^-[A-Za-z]*R|^--recurse/, here: true },
    repomix: here,
    code2prompt: always,
    'files-to-prompt': always,
    'http-server': here,
    serve: here,
    fzf: { here: true, input: true },
  }),
);
