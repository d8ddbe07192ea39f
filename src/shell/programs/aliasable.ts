/** Programs whose settings give more of their commands a name, and the commands that are theirs: any other word may stand for whatever the settings say. Pure data. */
export const aliasable: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    // A beginning of a name is enough for it: of those, only what is common as it is.
    hg:
      'absorb add addremove amend annotate archive backout bisect blame bookmark bookmarks branch branches bundle cat checkout ci clone co commit config copy cp diff evolve export files fold forget ' +
      'graft grep heads help histedit history id identify import in incoming init locate log manifest merge move mv out outgoing parents paths phase pull purge push rebase recover remove rename ' +
      'resolve revert rm rollback root serve shelve showconfig st stat status strip sum summary tag tags tip topic unamend unbundle uncommit unshelve up update verify version view',
    jj:
      'abandon absorb backout bookmark b commit ci config describe desc diff diffedit duplicate edit evolog file fix gerrit git help interdiff log metaedit new next op operation parallelize prev rebase ' +
      'redo resolve restore revert root show sign simplify-parents sparse split squash st status tag undo unsign util version workspace',
    gh:
      'agent-task alias api attestation at auth browse cache codespace copilot cs completion config ext extension extensions gist gpg-key help issue label org pr preview project release repo rs ruleset run ' +
      'search secret ssh-key status variable version workflow',
  }).map(([name, own]) => [name, new Set(own.split(' '))]),
);
