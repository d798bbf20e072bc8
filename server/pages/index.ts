// The service of company pages («О компании» and the like): its routes, and the published texts for the build of the
// site.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PublishedPage } from '../../contract/operations/state.ts';
import { publicText } from '../../rules/pages/public.ts';
import { listAboutPages, type PagesContext } from './page-store.ts';
import { aboutHistoryRoutes, aboutRoutes, publishedPage } from './routes.ts';

interface Pages {
  readonly routes: FastifyPluginAsyncTypebox;
  /** Those that have a text, as the site is built from them. */
  publicPages(): Promise<PublishedPage[]>;
}

export const openPages = (context: PagesContext): Pages => ({
  routes: async (app) => {
    await app.register(aboutRoutes(context), { prefix: '/about' });
    await app.register(aboutHistoryRoutes(context), { prefix: '/about' });
  },
  publicPages: async () => {
    const pages = await listAboutPages(context.database.read);
    return pages.filter(({ mdInfo }) => publicText(mdInfo) !== null).map(publishedPage);
  },
});
