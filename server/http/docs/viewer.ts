import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { API_POLICY } from '../security-headers.ts';

/** Scripts, styles and answers of this server only; the viewer draws its signs as data. */
const POLICY = API_POLICY.replace(
  "default-src 'none'",
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'",
);

const ours = (name: string): string => new URL(`./viewer/${name}`, import.meta.url).href;
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** What the page loads: name, address of the file, media type. */
const FILES = [
  ['page.js', ours('page.js'), SCRIPT],
  ['page.css', ours('page.css'), STYLE],
  ['swagger-ui-bundle.js', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), SCRIPT],
  ['swagger-ui.css', import.meta.resolve('swagger-ui-dist/swagger-ui.css'), STYLE],
] as const;

const OPTIONS = { config: { permission: 'anyone' }, schema: { hide: true } } as const;

/** /api/docs: the OpenAPI document shown by Swagger UI, which loads nothing from elsewhere. */
export function addViewer(app: FastifyInstance): void {
  app.get('/api/docs', OPTIONS, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', POLICY)
      .send(createReadStream(new URL(ours('page.html')))),
  );
  for (const [name, file, type] of FILES) {
    app.get(`/api/docs/viewer/${name}`, OPTIONS, async (_request, reply) =>
      reply
        .type(type)
        .header('Cache-Control', 'public, max-age=3600')
        .send(createReadStream(new URL(file))),
    );
  }
}
