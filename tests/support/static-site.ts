import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { shellFor } from '../../rules/routes.ts';
import { fileAnswerMaker } from '../../server/platform/built-site/answers.ts';

function answerOf(status: number, file: string, body: Buffer) {
  const { headers } = fileAnswerMaker(file, body)('identity', body);
  return { status, type: headers[headers.indexOf('Content-Type') + 1], body };
}

/** A folder of built pages as a server of files alone has them: by path, with the table of dynamic addresses. */
export async function serveFiles(folder: string, port: number): Promise<{ close(): Promise<void> }> {
  const answers = async (path: string) => {
    for (const file of [path, `${path}.html`, `${path}/index.html`, shellFor(path)].filter(Boolean)) {
      const body = await readFile(join(folder, file ?? '')).catch(() => null);
      if (body) return answerOf(200, file ?? '', body);
    }
    return answerOf(404, '404.html', await readFile(join(folder, '404.html')));
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site.example').pathname.replace(/\/$/, '');
    answers(path || '/index.html').then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
