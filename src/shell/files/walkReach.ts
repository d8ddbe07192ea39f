/** What a search comes to of what lies beneath a folder. */

/** Paths are as the program writes them, `depth` is how deep they lie beneath where it begins. */
export interface Reach {
  covers(path: string, isFolder: boolean, depth: number): boolean;
  /** Nothing beneath the folder is looked at. */
  leaves?(path: string, depth: number): boolean;
}
