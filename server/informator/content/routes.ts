import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { AboutPage } from '../../../contract/about.ts';
import { ErrorAnswer } from '../../../contract/common.ts';
import { NEW_PAGE_FORM, PAGE_FORM } from '../../../contract/forms/content.ts';
import { MARKDOWN_BODY_MAX } from '../../../contract/limits.ts';
import { answersNotModified, mayReplace } from '../../http/edits.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import { pageAnswer } from './answers.ts';
import type { ContentContext } from './context.ts';
import { answerSaved, missingPage, saveOf } from './edit.ts';
import { byAlias, listAboutPages } from './reads.ts';
import { changeAboutPage, createAboutPage, removeAboutPage } from './store.ts';

const Alias = Type.Object({ alias: Type.String() });
const answers = {
  400: ErrorAnswer,
  401: ErrorAnswer,
  403: ErrorAnswer,
  404: ErrorAnswer,
  409: ErrorAnswer,
  413: ErrorAnswer,
};
const TAKEN = 'alias: Не уникальное значение alias';
const tags = ['pages'];

/** Company pages: read by anyone, written by administrators. */
export function aboutRoutes(context: ContentContext): FastifyPluginAsyncTypebox {
  const { database, onChange } = context;

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'All pages, oldest first',
          response: { 200: Type.Array(AboutPage), ...answers },
        },
      },
      async () => (await listAboutPages(database.read)).map(pageAnswer),
    );

    app.get(
      '/:alias',
      {
        config: { permission: 'anyone' },
        schema: {
          tags,
          summary: 'A page. Its `ETag` goes into `If-None-Match` of the next read and `If-Match` of a save',
          params: Alias,
          response: { 200: AboutPage, 304: Type.Null(), 404: ErrorAnswer },
        },
      },
      async (request, reply) => {
        const page = await byAlias(database.read, request.params.alias);
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
        schema: { tags, summary: 'Makes a page', response: { 201: AboutPage, ...answers } },
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
          tags,
          summary:
            'Changes the text of the page that the address names; 409 when `If-Match` names an older one',
          params: Alias,
          response: { 200: AboutPage, ...answers },
        },
      },
      async (request, reply) => {
        const { alias } = request.params;
        if (!(await byAlias(database.read, alias))) throw missingPage();
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
          tags,
          summary: 'Takes a page away; its history stays',
          params: Alias,
          response: { 200: AboutPage, ...answers },
        },
      },
      async (request, reply) => {
        const removal = await removeAboutPage(database, request.params.alias, mayReplace(request));
        return answerSaved(removal, context, request, reply);
      },
    );
  };
}
