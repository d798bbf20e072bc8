import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SiteState } from '../../contract/site.ts';
import { HttpError } from '../http/errors.ts';
import type { Publisher } from './publisher.ts';

/** How far the public pages are with what was saved. */
export const siteRoutes =
  (pages: () => Publisher | null): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/state',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Whether the last saved change is out', response: { 200: SiteState } },
      },
      async () => {
        const publisher = pages();
        if (!publisher) throw new HttpError(503, 'not ready');
        return publisher.state();
      },
    );
  };
