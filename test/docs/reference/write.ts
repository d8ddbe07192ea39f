/** `npm run docs`: all that the documents and snippets take from the code, and where the manifest's texts stand. */
import { sortTexts } from './nls';
import { stalePages } from './pages';
import { staleSnippets } from './snippets';

const write = !process.argv.includes('--check');
const stale = [...sortTexts(write), ...stalePages(write), ...staleSnippets(write)];
if (stale.length === 0) console.log('The documents are as the code has it.');
else if (write) console.log(`Written: ${stale.join(', ')}`);
else {
  console.error(`Not as the code has it: ${stale.join(', ')}: run \`npm run docs\``);
  process.exitCode = 1;
}
