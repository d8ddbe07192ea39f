/** One question to a guard at its socket. */
import { request } from 'node:http';

export const postTo = (
  socket: string,
  path: string,
  body: string,
  signal?: AbortSignal,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Length': Buffer.byteLength(body) };
    const asked = request({ socketPath: socket, path, method: 'POST', headers, signal });
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
