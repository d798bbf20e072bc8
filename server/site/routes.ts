import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SiteState } from '../../contract/site.ts';

/** How far the public pages are with what was saved. */
export const siteRoutes =
  (state: () => Promise<SiteState>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/state',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Whether the last saved change is out', response: { 200: SiteState } },
      },
      state,
    );
  };
