// Public routes of the sitemaps and the Yandex YML feed, built when asked for and kept until the catalogue changes.
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { type CatalogueContext, liveDayOf } from '../../catalogue/context/context.ts';
import { feedVersion } from '../../catalogue/context/versions.ts';
import { allowsGzip } from '../../platform/built-site/answers.ts';
import { notFound, sendFile } from '../../platform/http/request.ts';
import { type BuiltFile, openBuiltFiles } from '../price-list/built-files.ts';
import type { BuiltFeed, FeedArgs, FeedKind } from './build-job.ts';
import { idsOf, type Shop } from './feed-writing.ts';

/** Sitemaps of products and the feed of priced positions; search engines want them at the root of the site. */
export function feedRoutes(context: CatalogueContext, folder: string, shop: () => Shop): FastifyPluginAsyncTypebox {
  return async (app) => {
    const feeds = await openFeeds(context, join(folder, 'feeds'), shop);
    app.addHook('onClose', feeds.close);
    const config = { permission: 'anyone' } as const;

    app.get('/sitemap.xml', { config, schema: { summary: 'Index of sitemaps' } }, async (request, reply) =>
      sendFeed(request, reply, await feeds.open('index')),
    );

    app.get(
      '/sitemap-products-:part',
      {
        config,
        schema: {
          summary: 'A part of the sitemap of products: /sitemap-products-1.xml',
          params: Type.Object({ part: Type.String() }),
        },
      },
      async (request, reply) => {
        const part = /^([1-9]\d{0,4})\.xml$/.exec(request.params.part)?.[1];
        const file = part === undefined ? null : await feeds.openProducts(Number(part));
        if (!file) throw notFound('not found');
        return sendFeed(request, reply, file);
      },
    );

    app.get(
      '/yml.xml',
      { config, schema: { summary: 'Priced positions in the format of Yandex (YML)' } },
      async (request, reply) => sendFeed(request, reply, await feeds.open('yml')),
    );
  };
}

/** Sends a packed file as it is to clients that accept gzip, unpacked to the others. */
function sendFeed(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): Promise<FastifyReply> {
  const packed = allowsGzip(request.headers['accept-encoding']);
  reply.header('Vary', 'Accept-Encoding');
  if (packed) reply.header('Content-Encoding', 'gzip');
  return sendFile(request, reply, {
    ...file,
    etag: packed ? file.etag.replace(/"$/, '-gzip"') : file.etag,
    type: 'application/xml; charset=utf-8',
    cacheControl: 'no-cache',
    unpack: !packed,
  });
}

const JOB = new URL('./build-job.ts', import.meta.url);

/** The feeds for search engines, as files packed by gzip, in a folder of their own. */
async function openFeeds(context: CatalogueContext, folder: string, shop: () => Shop) {
  const { database, timeZone, clock } = context;
  const files = await openBuiltFiles<FeedKind>({
    version: () => feedVersion(database.read),
    folder,
    timeZone,
    clock,
    build: (kind, path, _today, signal) => {
      const written = minuteOf(clock(), timeZone);
      const args: FeedArgs = { kind, path, shop: shop(), liveDay: liveDayOf(context), written };
      return database.readJob<FeedArgs, BuiltFeed>(JOB, args, { signal });
    },
  });
  return {
    open: files.open,
    close: files.close,
    /** A part of the sitemap of products, which count from 1; null when it would be empty. */
    async openProducts(part: number) {
      const { after, last } = idsOf(part);
      const any = await database.read
        .selectFrom('positions')
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', last)
        .where('hidden', '=', HIDDEN.shown)
        .limit(1)
        .executeTakeFirst();
      return any ? files.open(`products-${part}`) : null;
    },
  };
}

/** A moment as YYYY-MM-DD hh:mm in a time zone: how Swedish writes it. */
const minuteOf = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time);
