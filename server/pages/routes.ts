// Routes of company pages: visitors read them, administrators write them and restore earlier texts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { VersionRow } from '../../contract/answers.ts';
import { MARKDOWN_BODY_MAX } from '../../contract/limits.ts';
import type { PublishedPage } from '../../contract/operations/state.ts';
import { NEW_PAGE_FORM, PAGE_FORM, PRIVACY_PAGE } from '../../contract/pages/forms.ts';
import { AboutHistory, AboutPage, AboutVersion } from '../../contract/pages/pages.ts';
import { editorOfRow } from '../platform/database/types.ts';
import * as http from '../platform/http/request.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import type { AboutVersionRow } from '../portal-database/schema.ts';
import * as store from './page-store.ts';

const Alias = Type.Object({ alias: Type.String() });
const TAKEN = 'alias: Не уникальное значение alias';

/** Company pages: read by anyone, written by administrators. */
export function aboutRoutes(context: store.PagesContext): FastifyPluginAsyncTypebox {
  const { database, onChange } = context;

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: { summary: 'All pages, oldest first', response: { 200: Type.Array(AboutPage) } },
      },
      async () => (await store.listAboutPages(database.read)).map(pageAnswer),
    );

    app.get(
      '/:alias',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A page. Its `ETag` goes into `If-None-Match` of the next read and `If-Match` of a save',
          params: Alias,
          response: { 200: AboutPage, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const page = await store.findPage(database.read, request.params.alias);
        if (!page) throw http.notFound('alias not found');
        // For a site that is built in another process, whose sitemap has the date.
        reply.header('Last-Modified', new Date(page.savedAt).toUTCString());
        if (http.answersNotModified(request, reply, page)) return reply.code(304).send(null);
        return pageAnswer(page);
      },
    );

    app.post(
      '/',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', keepsNul: true, form: NEW_PAGE_FORM },
        schema: { summary: 'Makes a page', response: { 201: AboutPage } },
      },
      async (request, reply) => {
        const { alias, mdInfo } = http.readForm(request, NEW_PAGE_FORM);
        const page = await store.createAboutPage(database, alias, mdInfo, saveOf(request, context));
        if (!page) throw http.badRequest(TAKEN);
        onChange();
        http.answersNotModified(request, reply, page);
        return reply.code(201).send(pageAnswer(page));
      },
    );

    app.patch(
      '/:alias',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', keepsNul: true, form: PAGE_FORM },
        schema: {
          summary: 'Changes the text of the page that the address names; 409 when `If-Match` names an older one',
          params: Alias,
          response: { 200: AboutPage },
        },
      },
      async (request, reply) => {
        const { alias } = request.params;
        if (!(await store.findPage(database.read, alias))) throw missingPage();
        const { mdInfo } = http.readForm(request, PAGE_FORM);
        // Buyers agree to it: there has to be something to agree to.
        if (alias === PRIVACY_PAGE && mdInfo.trim() === '') throw http.badRequest('invalid mdInfo');
        const saving = await store.changeAboutPage(database, alias, mdInfo, saveOf(request, context));
        return answerSaved(saving, context, request, reply);
      },
    );

    app.delete(
      '/:alias',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Takes a page away; its history stays', params: Alias, response: { 200: AboutPage } },
      },
      async (request, reply) => {
        const removal = await store.removeAboutPage(database, request.params.alias, http.matchesVersion(request));
        return answerSaved(removal, context, request, reply);
      },
    );
  };
}

const missingPage = () => http.notFound('alias page not found');

const saveOf = (request: FastifyRequest, { clock }: store.PagesContext): store.Save => ({
  editor: http.requireEditor(request),
  now: clock(),
  matchesVersion: http.matchesVersion(request),
});

/** Answers a save and updates visitors' pages; throws 404 and 409 where there was none. */
function answerSaved(
  saving: store.Saving,
  { onChange }: store.PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): AboutPage {
  if (saving.outcome === 'missing') throw missingPage();
  if (saving.outcome === 'changed meanwhile') throw http.editConflict(saving.page);
  if (saving.changed) onChange();
  http.answersNotModified(request, reply, saving.page);
  return pageAnswer(saving.page);
}

const pageAnswer = ({ alias, mdInfo }: store.SavedPage): AboutPage => ({ alias, mdInfo });

export const publishedPage = (page: store.SavedPage): PublishedPage => ({
  ...pageAnswer(page),
  updatedAt: new Date(page.savedAt).toISOString(),
});

const versionRowAnswer = (row: Omit<AboutVersionRow, 'md_info'>): VersionRow => ({
  version: row.version,
  savedAt: new Date(row.saved_at).toISOString(),
  savedBy: editorOfRow(row),
  title: '',
  length: row.length,
});

const versionAnswer = (page: store.SavedPage): AboutVersion => ({
  ...pageAnswer(page),
  version: page.version,
  savedAt: new Date(page.savedAt).toISOString(),
  savedBy: page.savedBy,
  title: '',
  length: characterCount(page.mdInfo),
});

const VersionPath = Type.Object({ alias: Type.String(), version: Type.String() });

/** Every text that a company page ever had, and its restoration. */
export function aboutHistoryRoutes(context: store.PagesContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  return async (app) => {
    app.get(
      '/:alias/history',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Every saved text of a page, the newest first; also of a page taken away',
          params: Alias,
          response: { 200: AboutHistory },
        },
      },
      async ({ params }) => {
        const rows = await store.listAboutRevisions(database.read, params.alias);
        if (rows.length === 0) throw missingPage();
        return rows.map(versionRowAnswer);
      },
    );

    app.get(
      '/:alias/history/:version',
      { config: { permission: 'admin' }, schema: { params: VersionPath, response: { 200: AboutVersion } } },
      async ({ params }) => {
        const version = await store.findPageRevision(database.read, params.alias, http.readVersion(params.version));
        if (!version) throw http.notFound('version not found');
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
        const { alias } = request.params;
        const version = http.readVersion(request.params.version);
        if (!(await store.findPageRevision(database.read, alias, version))) throw http.notFound('version not found');
        const saving = await store.restoreAboutPage(database, alias, version, saveOf(request, context));
        return answerSaved(saving, context, request, reply);
      },
    );
  };
}
