/** What stands around a tool call: by it the paths that the call names are read. */
import type { Files } from '../ports/files';

export interface Around {
  cwd: string;
  home: string;
  files: Pick<Files, 'realPath' | 'names' | 'tree' | 'tracked' | 'scriptText'>;
  /** The workspace's folders, and the editor's own: what an allow lets a command write. */
  folders?: readonly string[];
  /** As they are now, links followed: looked up where it is asked for. */
  appFolders?(): readonly string[];
}
