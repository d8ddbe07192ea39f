// `npm run docs`: writes what the documents take from the code. `--check` writes nothing, and fails where that is not what is there.
import { runBundled } from '../harness/bundle.mjs';

await runBundled(['docs/reference/write.ts']);
