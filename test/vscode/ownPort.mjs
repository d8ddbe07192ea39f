// One port for each checkout: to a browser another port is another site, which has forgotten layout and open files.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that a system hands out by itself. */
const lowest = 20_000;
const count = 10_000;

/** The same for the same folder. */
export const portOf = (folder) => lowest + (createHash('sha256').update(folder).digest().readUInt32BE() % count);

/** The folder's own; where that is taken, the next that is free. */
export async function ownPort(folder, from = portOf(folder)) {
  for (let port = from; port < from + 100; port++) if (await isFree(port)) return port;
  throw new Error(`no port from ${from} to ${from + 99} is free`);
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
