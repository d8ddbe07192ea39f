/** Programs that walk through whole folders, and where they begin. Pure data. */

export interface Searching {
  /** It only walks with one of these, the first word taken for options with or without a dash; always where it is left out. */
  when?: RegExp;
  /** Only these subcommands walk: told of the operands, joined. */
  sub?: RegExp;
  /** Files and folders with a leading dot are left out, unless one of these is given. */
  dotsWith?: RegExp;
  /** Without an operand it walks through the folder that it is in. */
  here?: true;
  /** It reads its input in place of that, where it is given any. */
  input?: true;
  /** What its options name is walked through as well. */
  options?: true;
}

const recursive = /^-[^-efmABCdD]*[rR]|^--(deref|rec)|^(-[^-efmABCD]*d|--dir[a-z]*=)rec|^recurse$/;
const grep: Searching = { when: recursive, here: true };
/** A glob of its own finds names with a leading dot as well. */
const ripgrep: Searching = {
  here: true,
  input: true,
  dotsWith: /^-[a-zA-Z]*(u|g|\.)|^--(hidden|unrestricted|no-ignore|i?glob)/,
};
const silver: Searching = { here: true, input: true, dotsWith: /^-[a-zA-Z]*[auUt]|^--(hidden|unrestricted|all-(text|types))/ };
const fd: Searching = { here: true, dotsWith: /^-[a-zA-Z]*[Hu]|^--(hidden|unrestricted)/ };
const copies: Searching = { when: /^-[^-St]*[rRa]|^--(rec|arc)/ };
const packing: Searching = { when: /^-?[au]$/ };
const always: Searching = {};
const diff: Searching = { when: /^-[^-xXUCILWFS]*r|^--rec/ };
const unpacked: Searching = { when: /^-[^-STo]*r|^--rec/ };
const here: Searching = { here: true };

const modules: readonly Searching[] = [
  { sub: /^http\.server\b/, when: /^-m/, here: true },
  { sub: /^(zipfile|tarfile)\b/, when: /^(-c|--create)$/ },
];
/** Each file of a folder is a value of what is made; of one that is applied, a definition. */
const fromFolder: Searching = {
  sub: /^(create|apply|replace|diff|set)\b/,
  when: /^(--from-file|-f|--filename|-k|--kustomize)/,
  options: true,
};
const containers: readonly Searching[] = [
  { sub: /^buildx\b|^((image|builder) )?(build|bud)\b/ },
  // A folder that is mounted, or copied, is handed over with all that is in it.
  { sub: /^(container )?(run|create)\b/, when: /^(-v|--volume|--mount)/, options: true },
  { sub: /^(container )?cp\b|^compose cp\b|^(copy|add)\b/ },
];

/** Each way in which it does. */
export const searching: ReadonlyMap<string, readonly Searching[]> = new Map(
  Object.entries<Searching | readonly Searching[]>({
    grep,
    egrep: grep,
    fgrep: grep,
    zgrep: grep,
    rgrep: { here: true },
    ugrep: { here: true, input: true },
    ug: { here: true, input: true },
    rg: ripgrep,
    rga: ripgrep,
    sift: here,
    pt: here,
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
    ls: { when: /^-[^-ITw]*R|^--rec/, here: true },
    dir: { when: /^-[A-Za-z]*R|^--rec/, here: true },
    vdir: { when: /^-[A-Za-z]*R|^--rec/, here: true },
    exa: { when: /^-[A-Za-z]*[RT]|^--(recurse|tree)/, here: true },
    eza: { when: /^-[A-Za-z]*[RT]|^--(recurse|tree)/, here: true },
    lsd: { when: /^-[A-Za-z]*R|^--(rec|tree)/, here: true },
    cp: copies,
    scp: { when: /^-[A-Za-z]*r/ },
    rsync: { when: /^-[^-efBTM]*[ra]|^--(rec|arc)/ },
    mv: always,
    ditto: always,
    tar: { when: /^-[A-Za-z]*[cru]|^--(cr|app|up|conc)/ },
    bsdtar: { when: /^-[A-Za-z]*[cru]|^--(cr|app|up)/ },
    zip: { when: /^-[A-Za-z]*[rR]|^--recurse/ },
    '7z': packing,
    '7za': packing,
    '7zr': packing,
    '7zz': packing,
    rar: { when: /^[aum]$/ },
    jar: { when: /^-?[a-z]*[cu]|^--(create|update)/ },
    pax: { when: /^-[a-z]*w/ },
    star: { when: /^-c/ },
    mksquashfs: always,
    genisoimage: always,
    mkisofs: always,
    xorriso: always,
    borg: { sub: /^create\b/ },
    restic: { sub: /^backup\b/ },
    kopia: { sub: /^snap(shot)? create\b/ },
    duplicity: always,
    'rdiff-backup': always,
    unison: always,
    rm: { when: /^-[A-Za-z]*[rR]|^--rec/ },
    chmod: { when: /^-[A-Za-z]*R|^--rec/ },
    chown: { when: /^-[A-Za-z]*R|^--rec/ },
    chgrp: { when: /^-[A-Za-z]*R|^--rec/ },
    diff,
    colordiff: diff,
    difft: always,
    gzip: unpacked,
    xz: unpacked,
    zstd: unpacked,
    git: [
      { sub: /^(grep|archive|ls-files|ls-tree|clean)\b/, here: true },
      { sub: /^diff\b/, when: /^--no-index$/ },
    ],
    docker: containers,
    podman: containers,
    nerdctl: containers,
    buildah: containers,
    helm: { sub: /^package\b/ },
    kubectl: [{ sub: /^cp / }, fromFolder],
    oc: [{ sub: /^(cp|rsync) / }, fromFolder],
    aws: [{ sub: /^s3 sync / }, { sub: /^s3 /, when: /^--recursive$/ }],
    gsutil: { when: /^(rsync|-[rR])$/ },
    gcloud: [
      { sub: /^storage rsync\b/ },
      { sub: /^(builds submit|(functions|run|app) deploy)\b/, here: true },
      { sub: /^storage /, when: /^(-[rR]|--recursive)$/ },
    ],
    rclone: { sub: /^(copy(to)?|sync|move(to)?|bisync|serve|cat|mount)\b/ },
    s3cmd: { when: /^(sync|-r|--recursive)$/ },
    az: { sub: /^storage ((blob|file) (upload-batch|sync)|copy|fs directory upload)\b/, options: true },
    azcopy: [{ sub: /^sync\b/ }, { sub: /^(copy|cp|c)\b/, when: /^--recursive/ }],
    b2: { sub: /^sync\b/ },
    mc: [{ sub: /^mirror\b/ }, { sub: /^(cp|mv)\b/, when: /^(-r|--recursive)$/ }],
    npm: { sub: /^(pack|publish)\b/, here: true },
    pnpm: { sub: /^(pack|publish)\b/, here: true },
    yarn: { sub: /^(pack|publish|npm publish)\b/, here: true },
    bun: { sub: /^(publish|pm pack)\b/, here: true },
    cargo: { sub: /^(package|publish)\b/, here: true },
    vsce: { sub: /^(package|publish)\b/, here: true },
    vercel: [
      { sub: /^deploy\b/, here: true },
      { sub: /^$/, when: /^(--prod|--yes|-y)$/, here: true },
    ],
    netlify: { sub: /^deploy\b/, here: true },
    firebase: { sub: /^deploy\b/, here: true },
    fly: { sub: /^deploy\b/, here: true },
    flyctl: { sub: /^deploy\b/, here: true },
    railway: { sub: /^up\b/, here: true },
    ctags: { when: /^-[A-Za-z]*R|^--recurse/, here: true },
    // What looks for secrets shows those that it finds.
    gitleaks: { sub: /^(detect|dir|directory|git|protect)\b/, here: true },
    trufflehog: { sub: /^(filesystem|git)\b/, here: true },
    'detect-secrets': { sub: /^scan\b/, here: true },
    trivy: { sub: /^(fs|filesystem|repo|config)\b/, here: true },
    semgrep: here,
    ggshield: { sub: /^secret scan\b/, here: true },
    hg: [
      { sub: /^(grep|archive|export|annotate|blame|diff|cat)\b/, here: true },
      { sub: /^(log|history|incoming|outgoing|show|tip)\b/, when: /^-\w*[pg]|^--(patch|git)/, here: true },
    ],
    svn: [
      { sub: /^(diff|di|export|cat)\b/, here: true },
      { sub: /^log\b/, when: /^--diff/, here: true },
    ],
    jj: [
      { sub: /^(diff|show|interdiff)\b/, here: true },
      { sub: /^(log|evolog|op(eration)? (log|show|diff))\b/, when: /^(-p|--patch|--git)$/, here: true },
    ],
    repomix: here,
    code2prompt: always,
    'files-to-prompt': always,
    'http-server': here,
    'live-server': here,
    miniserve: here,
    darkhttpd: always,
    httpd: { when: /^-h/, here: true, options: true },
    surge: here,
    'gh-pages': { when: /^(-d|--dist)/, options: true },
    serve: here,
    caddy: { sub: /^file-server\b/, here: true },
    php: { when: /^-S/, here: true },
    python: modules,
    python3: modules,
    fzf: { here: true, input: true },
  }).map(([name, ways]) => [name, [ways].flat()]),
);
