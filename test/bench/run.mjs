// `npm run bench [NAME…]`: ratios against a floor in the same run, since machines are noisy. `--check` measures some of them anew, in a minute, and fails where one is beyond twice its goal.
import { runBundled } from '../harness/bundle.mjs';
import { setUp } from '../vscode/start.mjs';

setUp();
await runBundled(['bench/bench.ts', 'bench/echo.ts', 'bench/reader.ts', 'bench/server.ts']);
