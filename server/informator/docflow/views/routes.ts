import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { DocumentView } from '../../../../contract/docflow-list.ts';
import { CHANGED_VIEW_FORM, VIEW_FORM } from '../../../../contract/forms/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { badRequest, conflict, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import { readId } from '../../ids.ts';
import type { DocflowContext } from '../context.ts';
import { readListFilter } from '../list/filter.ts';
import { addView, changeView, removeView, selectViews } from './store.ts';

const permission = 'signed-in' as const;
const ViewPath = Type.Object({ id: Type.String() });
/** Every answer holds all views of the caller, in the order they were made. */
const response = {
  200: Type.Array(DocumentView),
  400: ErrorAnswer,
  401: ErrorAnswer,
  404: ErrorAnswer,
  409: ErrorAnswer,
};
const schema = (summary: string) => ({ tags: ['documents'], summary, response });

/** The views that the caller keeps of the list of documents; nobody sees those of others. */
export function documentViewRoutes({ database, timeZone }: DocflowContext): FastifyPluginAsyncTypebox {
  const viewsOf = (uid: string) => selectViews(database.read, uid);

  return async (app) => {
    app.get(
      '/views',
      { config: { permission }, schema: schema('The views that the caller keeps of the list') },
      (request) => viewsOf(callerOf(request).uid),
    );

    app.post(
      '/views',
      {
        config: { permission, form: VIEW_FORM },
        schema: schema('Keeps a filter with its order under a name'),
      },
      async (request) => {
        const { uid } = callerOf(request);
        const { title, filter, isDefault = false } = readForm(request, VIEW_FORM);
        readListFilter(filter, timeZone);
        const isKept = await database.write((transaction) =>
          addView(transaction, uid, { title, filter, isDefault }),
        );
        if (!isKept) throw conflict('too many views');
        return viewsOf(uid);
      },
    );

    app.patch(
      '/views/:id',
      {
        config: { permission, form: CHANGED_VIEW_FORM },
        schema: { ...schema('Changes what is sent of a view'), params: ViewPath },
      },
      async (request) => {
        const { uid } = callerOf(request);
        const id = viewId(request.params.id);
        const sent = readForm(request, CHANGED_VIEW_FORM);
        if (sent.filter) readListFilter(sent.filter, timeZone);
        const change = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
        const isKnown = await database.write((transaction) => changeView(transaction, uid, id, change));
        if (!isKnown) throw notFound('view not found');
        return viewsOf(uid);
      },
    );

    app.delete(
      '/views/:id',
      { config: { permission }, schema: { ...schema('Forgets a view'), params: ViewPath } },
      async (request) => {
        const { uid } = callerOf(request);
        const id = viewId(request.params.id);
        await database.write((transaction) => removeView(transaction, uid, id));
        return viewsOf(uid);
      },
    );
  };
}

function viewId(text: string): number {
  const id = readId(text);
  if (!id) throw badRequest('invalid view id');
  return id;
}
