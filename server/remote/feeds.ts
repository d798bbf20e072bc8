import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** Leads from the root addresses of the feeds to the host whose catalogue service makes them. */
export const feedsElsewhere =
  (bridgeUrl: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const path of ['/sitemap.xml', '/sitemap-products-:part', '/yml.xml']) {
      app.get(
        path,
        { config: { permission: 'anyone' }, schema: { tags: ['feeds'], summary: 'Made by another host' } },
        (request, reply) => reply.redirect(bridgeUrl + request.url, 302),
      );
    }
  };
