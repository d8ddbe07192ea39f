/** Which sessions are open, and which of them is on screen, kept beside the session files for the window that comes next. */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';
import { isBegun } from '../../adapters/sessions/sessionPaths';

/** Paths of session files. */
export interface Tabs {
  open: readonly string[];
  onScreen: string;
}

const name = z.string().refine((text) => text.endsWith('.jsonl') && basename(text) === text);
const form = z.object({ open: z.array(name), onScreen: name });

export class KeptTabs {
  private readonly path: string;
  /** As the window before left them; undefined where it kept none, or none that can be read. */
  readonly before: Tabs | undefined;
  private now: Tabs | undefined;

  constructor(
    private readonly folder: string,
    private readonly warn: (text: string) => void,
  ) {
    this.path = join(folder, 'open.json');
    this.before = this.read();
  }

  private read(): Tabs | undefined {
    try {
      const { open, onScreen } = form.parse(JSON.parse(readFileSync(this.path, 'utf8')));
      // Nothing was said in those that have no file.
      return { open: open.map((file) => join(this.folder, file)).filter(isBegun), onScreen: join(this.folder, onScreen) };
    } catch {
      return undefined;
    }
  }

  /** Never throws: the sessions are in their files, and where this is not kept the latest of them comes on screen. */
  keep(tabs: Tabs): void {
    if (isDeepStrictEqual(tabs, this.now)) return;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeWhole(
        this.path,
        JSON.stringify({
          open: tabs.open.map((path) => basename(path)),
          onScreen: basename(tabs.onScreen),
        } satisfies z.infer<typeof form>),
      );
      this.now = tabs;
    } catch (error) {
      this.warn((error as Error).message);
    }
  }
}
