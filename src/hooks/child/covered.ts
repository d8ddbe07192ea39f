/** Which lines of hook files this process has reached, by the engine's own counts. */
import inspector from 'node:inspector';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCoverage, type FileCoverage } from '../../shared/hooks/fileCoverage';
import { reachedIn } from '../testing/coverage';
import { strictMark } from './load';

// Taken before any hook file loads: what hooks are given of this module is closed.
const { Session } = inspector;

export class Covered {
  private readonly session = new Session();

  /** Counts from now on: what was compiled before is counted by functions only. */
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Since the last time, of these hook files and what they import. */
  take(files: ReadonlySet<string>): FileCoverage[] {
    let all: FileCoverage[] = [];
    const { session } = this;
    session.post('Debugger.enable');
    session.post('Profiler.takePreciseCoverage', (_, { result } = { result: [] }) => {
      for (const { url, scriptId, functions } of result) {
        const file = url.startsWith('file:') ? fileURLToPath(url) : url;
        if (!files.has(file)) continue;
        session.post('Debugger.getScriptSource', { scriptId }, (_, { scriptSource } = { scriptSource: '' }) => {
          all = addCoverage(all, reachedIn(scriptSource, functions, dirname(file), strictMark.length));
        });
      }
    });
    session.post('Debugger.disable');
    return all;
  }
}
