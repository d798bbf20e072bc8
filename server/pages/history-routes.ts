import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { AboutHistory, AboutPage, AboutVersion } from '../../contract/pages/pages.ts';
import { notFound, readVersion } from '../platform/http/request.ts';
import { findPageRevision, listAboutRevisions, type PagesContext, restoreAboutPage } from './page-store.ts';
import { answerSaved, missingPage, saveOf, versionAnswer, versionRowAnswer } from './routes.ts';

const VersionPath = Type.Object({ alias: Type.String(), version: Type.String() });

/** Every text that a company page ever had, and the way back to one. */
export function aboutHistoryRoutes(context: PagesContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  return async (app) => {
    app.get(
      '/:alias/history',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Every saved text of a page, the newest first; also of a page taken away',
          params: Type.Object({ alias: Type.String() }),
          response: { 200: AboutHistory },
        },
      },
      async ({ params }) => {
        const rows = await listAboutRevisions(database.read, params.alias);
        if (rows.length === 0) throw missingPage();
        return rows.map(versionRowAnswer);
      },
    );

    app.get(
      '/:alias/history/:version',
      {
        config: { permission: 'admin' },
        schema: { params: VersionPath, response: { 200: AboutVersion } },
      },
      async ({ params }) => {
        const version = await findPageRevision(database.read, params.alias, readVersion(params.version));
        if (!version) throw notFound('version not found');
        return versionAnswer(version);
      },
    );

    app.post(
      '/:alias/history/:version',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Makes an earlier text the newest one; brings back a page taken away',
          params: VersionPath,
          response: { 200: AboutPage },
        },
      },
      async (request, reply) => {
        const { alias, version } = request.params;
        if (!(await findPageRevision(database.read, alias, readVersion(version)))) throw notFound('version not found');
        const saving = await restoreAboutPage(database, alias, readVersion(version), saveOf(request, context));
        return answerSaved(saving, context, request, reply);
      },
    );
  };
}
