import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ActionRow, InUse, SettingRow, TaskRow } from '../../../contract/access/access.ts';
import { SETTING_FORMS } from '../../../contract/access/forms.ts';
import type { AuditEvent } from '../../../contract/journal/events.ts';
import {
  auditActor,
  badRequest,
  conflict,
  IdPath,
  notFound,
  pathId,
  readForm,
  requireEditor,
} from '../../platform/http/request.ts';
import type { PeopleContext } from '../profiles/context.ts';
import {
  changeRow,
  createRow,
  type Entity,
  findRow,
  LIST_OF,
  type ListRow,
  listRows,
  type Outcome,
  removeRow,
} from './list-store.ts';

const TAKEN = 'title: Не уникальное значение title';

const ROWS = { role: SettingRow, directing: SettingRow, task: TaskRow, action: ActionRow } as const;

/** One of the lists of roles, directions, tasks and actions under its own prefix, for administrators. */
export function referenceRoutes(context: PeopleContext, entity: Entity): FastifyPluginAsyncTypebox {
  const { database, trail, clock } = context;
  const name = LIST_OF[entity];
  const Row = ROWS[entity];
  const forms = SETTING_FORMS[entity];

  function changed(result: Outcome): ListRow {
    switch (result.outcome) {
      case 'done':
        return result.row;
      case 'missing':
        throw notFound(`${entity} not found`);
      case 'taken':
        throw badRequest(TAKEN);
      case 'protected':
        throw badRequest(`${entity} is protected`);
      case 'in use':
        throw conflict('in use', { ...result.use });
    }
  }

  const recordEvent = (request: FastifyRequest, event: AuditEvent, title: string, titleBefore = title) =>
    trail.record({
      event,
      by: auditActor(request),
      target: title,
      details: { list: entity, ...(title === titleBefore ? {} : { titleBefore }) },
    });

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'The list, newest first; `title` keeps rows that hold this text, or all its words in any form',
          querystring: Type.Object({ title: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(Row) },
        },
      },
      ({ query }) => listRows(database.read, name, query.title?.trim() ?? ''),
    );

    app.get(
      '/:id',
      { config: { permission: 'admin' }, schema: { params: IdPath, response: { 200: Row } } },
      async ({ params }) => {
        const row = await findRow(database.read, name, pathId(params.id, entity));
        if (!row) throw notFound(`${entity} not found`);
        return row;
      },
    );

    app.post(
      '/',
      {
        config: { permission: 'admin', form: forms.made },
        schema: { response: { 201: Row } },
      },
      async (request, reply) => {
        const created = changed(await createRow(database, name, readForm(request, forms.made), clock()));
        recordEvent(request, 'list.created', created.title);
        return reply.code(201).send(created);
      },
    );

    app.patch(
      '/:id',
      {
        config: { permission: 'admin', form: forms.changed },
        schema: { params: IdPath, response: { 200: Row } },
      },
      async (request) => {
        const id = pathId(request.params.id, entity);
        const row = await findRow(database.read, name, id);
        if (!row) throw notFound(`${entity} not found`);
        if (row.isProtected) throw badRequest(`${entity} is protected`);
        const fields = readForm(request, forms.changed);
        if (fields.title === undefined && fields.ordered === undefined) throw badRequest(`invalid ${entity} title`);
        const saved = changed(await changeRow(context, name, id, fields, clock()));
        recordEvent(request, 'list.changed', saved.title, row.title);
        return saved;
      },
    );

    app.delete(
      '/:id',
      {
        config: { permission: 'admin' },
        schema: { params: IdPath, response: { 200: Row, 409: InUse } },
      },
      async (request) => {
        const id = pathId(request.params.id, entity);
        const removed = changed(await removeRow(context, name, id, requireEditor(request), clock()));
        recordEvent(request, 'list.removed', removed.title);
        return removed;
      },
    );
  };
}
