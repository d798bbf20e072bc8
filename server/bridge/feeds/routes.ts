import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { sendFile } from '../../files/send.ts';
import { notFound } from '../../http/errors.ts';
import { allowsGzip } from '../../http/site/accept-encoding.ts';
import type { BuiltFile } from '../built-files.ts';
import type { BridgeContext } from '../context.ts';
import { openFeeds } from './feeds.ts';
import type { Shop } from './shop.ts';

/** Sitemaps of products and the feed of priced positions; search engines want them at the root of the site. */
export function feedRoutes(
  context: BridgeContext,
  folder: string,
  shop: () => Shop,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    const feeds = await openFeeds(context, join(folder, 'feeds'), shop);
    app.addHook('onClose', feeds.close);
    const config = { permission: 'anyone' } as const;

    app.get(
      '/sitemap.xml',
      { config, schema: { tags: ['feeds'], summary: 'Index of sitemaps' } },
      async (request, reply) => sendFeed(request, reply, await feeds.open('index')),
    );

    app.get(
      '/sitemap-products-:part',
      {
        config,
        schema: {
          tags: ['feeds'],
          summary: 'A part of the sitemap of products: /sitemap-products-1.xml',
          params: Type.Object({ part: Type.String() }),
          response: { 404: ErrorAnswer },
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
      { config, schema: { tags: ['feeds'], summary: 'Priced positions in the format of Yandex (YML)' } },
      async (request, reply) => sendFeed(request, reply, await feeds.open('yml')),
    );
  };
}

/** Sends a packed file as it is to whoever reads gzip, unpacked to the rest. */
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
