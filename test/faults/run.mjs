// `npm run faults`: every fault as often as the promise is worth, its figures printed and written to media/reference/reliability.md.
import { runBundled } from '../harness/bundle.mjs';
import { setUp } from '../vscode/start.mjs';

setUp();
await runBundled(['faults/report.ts'], ['--expose-gc', '--enable-source-maps']);
