/** Whether a version of a hook file may be in force without asking the human. Pure. */

/** What is on disk: hashes of the texts in the bundle, by path. */
export interface CurrentVersion {
  /** The bundle's SHA-256; `absent` where there is no such file. */
  version: string;
  /** The path under which the hook file's own text is among `texts`. */
  entry: string;
  texts: ReadonlyMap<string, string>;
  /** What made the bundle of the texts: another one makes another bundle of the same. */
  builder: string;
}

/** What the human has accepted of a hook file so far. */
export interface AcceptedVersion {
  /** The one in force. */
  version: string;
  texts: ReadonlyMap<string, string>;
  builder: string;
  /** All there were, that one included. */
  before: readonly string[];
}

/** A version that waits for the human, and what in it nobody vouched for. */
export interface HeldVersion {
  version: string;
  strange: readonly string[];
}

export interface VersionCircumstances {
  /** The workspace is trusted for the first time just now. */
  first: boolean;
  accepted?: AcceptedVersion;
  held?: HeldVersion;
  /** A run is under way. */
  running: boolean;
  /** The file whose change led here; undefined where everything is looked at anew. */
  cause?: string;
  /** It is the text that the human saved last at that path, grown from one that was accepted. */
  saved(path: string, hash: string): boolean;
  /** Texts at that path that are in force in any hook file; undefined where there are none. */
  inForce(path: string): ReadonlySet<string> | undefined;
}

export type VersionVerdict =
  | { live: true; why: 'same' | 'first' | 'empty' | 'accepted before' | 'rebuilt' | 'saved' }
  /** `strange` are the paths of texts for which nobody vouches. */
  | { live: false; strange: string[] };

export const absent = 'absent';

export function judgeVersion(current: CurrentVersion, circumstances: VersionCircumstances): VersionVerdict {
  const { first, accepted, held, running } = circumstances;
  const live = (why: Extract<VersionVerdict, { live: true }>['why']): VersionVerdict => ({ live: true, why });
  const isThere = accepted !== undefined && accepted.version !== absent;
  if ((accepted?.version ?? absent) === current.version) return live('same');
  if (first) return live('first');
  if (!isThere && isEmpty(current)) return live('empty');
  // A version that waits for the human goes on waiting, whatever becomes of the run in which it came.
  if (accepted?.before.includes(current.version) && !running && held?.version !== current.version) return live('accepted before');
  if (current.version === absent) return { live: false, strange: [] };
  const changed = [...current.texts].filter(([path, hash]) => accepted?.texts.get(path) !== hash);
  const isGone = [...(accepted?.texts.keys() ?? [])].some((path) => !current.texts.has(path));
  if (accepted && changed.length === 0 && !isGone && accepted.builder !== current.builder) return live('rebuilt');
  const isSaved = ([path, hash]: [string, string]) => circumstances.saved(path, hash);
  const strange = changed.filter((one) => !isSaved(one) && !isNewcomer(current, circumstances, one));
  // Made of known texts alone, yet another bundle: something that is no text of it, such as a package.json, leads elsewhere.
  return changed.some(isSaved) && strange.length === 0 ? live('saved') : { live: false, strange: strange.map(([path]) => path) };
}

/** What the human's save imports for the first time comes with it; what waited before that save, or is in force as another text, does not. */
function isNewcomer(
  { entry, texts }: CurrentVersion,
  { accepted, held, inForce, cause, saved }: VersionCircumstances,
  [path, hash]: [string, string],
): boolean {
  if (path === entry || accepted?.texts.has(path)) return false;
  const known = inForce(path);
  if (known?.has(hash)) return true;
  const bySave = cause !== undefined && saved(cause, texts.get(cause) ?? '');
  return bySave && !known && !held?.strange.includes(path);
}

/** Nothing is written in it yet, so nothing runs. */
const isEmpty = ({ texts }: CurrentVersion) => [...texts.values()].every((hash) => hash === emptyHash);

/** SHA-256 of no text at all. */
export const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
