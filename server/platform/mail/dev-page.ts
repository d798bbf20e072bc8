/** The page /dev/mail with the mails that are written to a folder instead of being sent. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { hasProxyMark, isFromThisMachine, isOnLoopback, notFound } from '../http/request.ts';
import { policyWithStyle } from '../security-headers.ts';
import { escaped } from './mail.ts';
import { readLaidMail, type StoredMail } from './transports.ts';

const SHOWN_MAX = 50;
const NAME = /^[\w.-]+\.eml$/;
/** The page's whole style; its hash is in the page's policy. */
const STYLE = 'pre { white-space: pre-wrap; overflow-wrap: anywhere; }';

/**
 * /dev/mail: the mails of a folder, as a page or as JSON, for this machine and, from another, for administrators. The
 * address is unknown to all others, and to requests through a proxy.
 */
export const devMailRoutes =
  (folder: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/dev/mail',
      { config: { permission: 'anyone' }, schema: { summary: 'Mails that were laid into the data folder' } },
      async (request, reply) => {
        if (!(await mayRead(request))) throw notFound('not found');
        reply.header('cache-control', 'no-store');
        const mails = await newestMails(folder);
        if (request.headers.accept?.includes('application/json')) return mails;
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policyWithStyle(STYLE))
          .send(page(mails));
      },
    );
  };

async function mayRead(request: FastifyRequest): Promise<boolean> {
  // On loopback all other requests come from a proxy, whether or not it says so.
  if (isOnLoopback(request) || hasProxyMark(request)) return isFromThisMachine(request);
  return (await request.callerIfAny())?.rank === 'admin';
}

async function newestMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  return Promise.all(newest.map(async (name) => readLaidMail(name, await readFile(join(folder, name), 'utf8'))));
}

function page(mails: readonly StoredMail[]): string {
  const articles = mails.map(
    ({ to, date, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><p>${escaped(to)}, ${escaped(date)}</p><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Письма</title><style>${STYLE}</style></head>
<body><h1>Письма</h1>
${articles.join('\n<hr>\n') || '<p>Писем нет.</p>'}
</body></html>
`;
}

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
