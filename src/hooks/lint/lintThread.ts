/** The thread that reads hook files. */
import { parentPort } from 'node:worker_threads';
import { Linter } from './lint';
import type { Answers, ReadAnswer, ReadRequest } from './lintProtocol';
import { testsIn } from './testsIn';
import { declareUntyped } from './untyped';
import { wordAt } from './wordAt';

// biome-ignore lint/plugin: this file is the thread, and nothing imports it
const linter = new Linter(__dirname);
const answer = (message: ReadAnswer): void => parentPort?.postMessage(message);

async function read(request: ReadRequest): Promise<Answers[keyof Answers]> {
  switch (request.kind) {
    case 'lint': {
      const problems = await linter.lint(request.files, request.known, new Map(request.unsaved));
      try {
        if (request.declares) declareUntyped(request.files.folder, problems);
      } catch {
        // Where nothing can be written the editor shows more errors than there are, and the hooks run.
      }
      return problems;
    }
    case 'parts':
      return linter.parts;
    case 'tests':
      return testsIn(request.text, request.file);
    case 'word':
      return wordAt(request.text, request.file, request.offset);
  }
}

parentPort?.on('message', ({ n, ...request }: ReadRequest & { n: number }) => {
  read(request as ReadRequest).then(
    (value) => answer({ n, value }),
    (error: Error) => answer({ n, error: error.stack ?? error.message }),
  );
});
