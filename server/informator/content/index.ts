import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PublishedPage } from '../../../contract/site.ts';
import { publicText } from '../../../rules/public/public-content.ts';
import { publishedPage } from './answers.ts';
import type { ContentContext } from './context.ts';
import { aboutHistoryRoutes } from './history-routes.ts';
import { listAboutPages } from './reads.ts';
import { aboutRoutes } from './routes.ts';

/** The company pages. */
export interface Content {
  /** Their routes, relative to the prefix of the service. */
  readonly routes: FastifyPluginAsyncTypebox;
  /** Those that have a text, as the site is built from them. */
  publicPages(): Promise<PublishedPage[]>;
}

/** The company pages over the database of the service. */
export const openContent = (context: ContentContext): Content => ({
  routes: async (app) => {
    await app.register(aboutRoutes(context), { prefix: '/about' });
    await app.register(aboutHistoryRoutes(context), { prefix: '/about' });
  },
  publicPages: async () => {
    const pages = await listAboutPages(context.database.read);
    return pages.filter(({ mdInfo }) => publicText(mdInfo) !== null).map(publishedPage);
  },
});
