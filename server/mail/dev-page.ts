import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../http/errors.ts';
import { isFromThisMachine } from '../http/local.ts';
import { escaped } from './letter.ts';
import { type LaidMail, readLaidMail } from './read-mail.ts';

/** Mails that the page shows, the newest first. */
const SHOWN_MAX = 50;
const NAME = /^[\w.-]+\.eml$/;
/** Names by which a browser on this machine reaches us; another name may have been pointed here by its owner. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * /dev/mail: the mails of a folder transport, as a page or, to whom asks for JSON, as a list. Only for callers on this
 * machine that come without a proxy; for anybody else there is no such address.
 */
export const devMailRoutes =
  (folder: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/dev/mail',
      { config: { right: 'anyone' }, schema: { summary: 'Mails that were laid into the data folder' } },
      async (request, reply) => {
        if (!isAtThisMachine(request)) throw notFound('not found');
        reply.header('cache-control', 'no-store');
        const mails = await newestMails(folder);
        if (request.headers.accept?.includes('application/json')) return mails;
        return reply.type('text/html; charset=utf-8').send(page(mails));
      },
    );
  };

const isAtThisMachine = (request: FastifyRequest) =>
  isFromThisMachine(request) && LOCAL_NAMES.has(request.hostname);

async function newestMails(folder: string): Promise<LaidMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  return Promise.all(
    newest.map(async (name) => readLaidMail(name, await readFile(join(folder, name), 'utf8'))),
  );
}

function page(mails: readonly LaidMail[]): string {
  const articles = mails.map(
    ({ to, date, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><p>${escaped(to)}, ${escaped(date)}</p><pre style="white-space: pre-wrap; overflow-wrap: anywhere">${linked(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Письма</title></head>
<body><h1>Письма</h1>
${articles.join('\n<hr>\n') || '<p>Писем нет.</p>'}
</body></html>
`;
}

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
