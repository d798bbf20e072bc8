import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { VersionRow } from '../../contract/answers.ts';
import { MARKDOWN_BODY_MAX } from '../../contract/limits.ts';
import type { PublishedPage } from '../../contract/operations/state.ts';
import { NEW_PAGE_FORM, PAGE_FORM } from '../../contract/pages/forms.ts';
import { AboutPage, type AboutVersion } from '../../contract/pages/pages.ts';
import { editorOfRow } from '../platform/database/editor-columns.ts';
import {
  answersNotModified,
  badRequest,
  editConflict,
  matchesVersion,
  notFound,
  readForm,
  requireEditor,
} from '../platform/http/request.ts';
import { characterCount } from '../platform/text/fold-search.ts';
import type { AboutVersionRow } from '../portal-database/schema.ts';
import {
  changeAboutPage,
  createAboutPage,
  findPage,
  listAboutPages,
  type PagesContext,
  removeAboutPage,
  type Save,
  type SavedPage,
  type Saving,
} from './page-store.ts';

const Alias = Type.Object({ alias: Type.String() });
const TAKEN = 'alias: Не уникальное значение alias';

/** Company pages: read by anyone, written by administrators. */
export function aboutRoutes(context: PagesContext): FastifyPluginAsyncTypebox {
  const { database, onChange } = context;

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'All pages, oldest first',
          response: { 200: Type.Array(AboutPage) },
        },
      },
      async () => (await listAboutPages(database.read)).map(pageAnswer),
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
        const page = await findPage(database.read, request.params.alias);
        if (!page) throw notFound('alias not found');
        // Whoever builds the site from elsewhere tells search engines.
        reply.header('Last-Modified', new Date(page.savedAt).toUTCString());
        if (answersNotModified(request, reply, page)) return reply.code(304).send(null);
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
        const { alias, mdInfo } = readForm(request, NEW_PAGE_FORM);
        const page = await createAboutPage(database, alias, mdInfo, saveOf(request, context));
        if (!page) throw badRequest(TAKEN);
        onChange();
        answersNotModified(request, reply, page);
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
        if (!(await findPage(database.read, alias))) throw missingPage();
        const { mdInfo } = readForm(request, PAGE_FORM);
        const saving = await changeAboutPage(database, alias, mdInfo, saveOf(request, context));
        return answerSaved(saving, context, request, reply);
      },
    );

    app.delete(
      '/:alias',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Takes a page away; its history stays',
          params: Alias,
          response: { 200: AboutPage },
        },
      },
      async (request, reply) => {
        const removal = await removeAboutPage(database, request.params.alias, matchesVersion(request));
        return answerSaved(removal, context, request, reply);
      },
    );
  };
}

export const missingPage = () => notFound('alias page not found');

/** Who saves, when, and over which state. */
export const saveOf = (request: FastifyRequest, { clock }: PagesContext): Save => ({
  editor: requireEditor(request),
  now: clock(),
  matchesVersion: matchesVersion(request),
});

/** The answer to a save, visitors' pages told of it; throws 404 and 409 where there was none. */
export function answerSaved(
  saving: Saving,
  { onChange }: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): AboutPage {
  if (saving.outcome === 'missing') throw missingPage();
  if (saving.outcome === 'changed meanwhile') throw editConflict(saving.page);
  if (saving.changed) onChange();
  answersNotModified(request, reply, saving.page);
  return pageAnswer(saving.page);
}

/** A page as the API shows it. */
const pageAnswer = ({ alias, mdInfo }: SavedPage): AboutPage => ({ alias, mdInfo });

/** A page as the site is built from it. */
export const publishedPage = (page: SavedPage): PublishedPage => ({
  ...pageAnswer(page),
  updatedAt: new Date(page.savedAt).toISOString(),
});

/** A saved text in the list of them. */
export const versionRowAnswer = (row: Omit<AboutVersionRow, 'md_info'>): VersionRow => ({
  version: row.version,
  savedAt: new Date(row.saved_at).toISOString(),
  savedBy: editorOfRow(row),
  title: '',
  length: row.length,
});

/** A saved text with all there is of it. */
export const versionAnswer = (page: SavedPage): AboutVersion => ({
  ...pageAnswer(page),
  version: page.version,
  savedAt: new Date(page.savedAt).toISOString(),
  savedBy: page.savedBy,
  title: '',
  length: characterCount(page.mdInfo),
});
