// Routes by which administrators set what each role may do, give roles to people, see who changed what, and export the
// rights as .xlsx.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import * as accessContract from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { ACCESS_BODY, BINDING_FORM } from '../../../contract/access/forms.ts';
import { MessageAnswer } from '../../../contract/answers.ts';
import { ACCESS_BODY_MAX, ACCESS_BOXES_MAX, ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { BoundProfile } from '../../../contract/people/profiles.ts';
import * as http from '../../platform/http/request.ts';
import { xlsxStream } from '../../platform/sheets/write-xlsx.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import { giveRole, requireRole } from '../directory/people.ts';
import { accountOf, byPresentEmail, disabledOf, type PeopleContext } from '../profiles/accounts.ts';
import { examineRoles } from '../profiles/broken-routes.ts';
import { wholeProfile } from '../profiles/profile-routes.ts';
import { findByUid } from '../profiles/profile-store.ts';
import { rolesText } from '../roles/permissions.ts';
import { readAccessTitles } from '../roles/rights.ts';
import { listChanges } from '../roles/rights-history.ts';
import { listActions } from './lists.ts';
import { matrixTable } from './matrix-sheet.ts';
import { InvalidForm, readRights, type WantedRights } from './read-rights.ts';
import { restoreRoutes, sheetRoutes } from './restore.ts';
import { answerSave, examineSave } from './save.ts';

export function accessRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(settingRoutes(context));
    await app.register(bindingRoutes(context));
    await app.register(reportRoutes(context));
    await app.register(restoreRoutes(context));
    await app.register(sheetRoutes(context));
  };
}

/** A body that is JSON text already. */
const json = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);

function settingRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Every role with everything it allows; the ETag is the version of the settings',
          response: { 200: accessContract.AccessSettings },
        },
      },
      async (_request, reply) => {
        const { version, roles } = await context.permissions.all();
        return json(reply.header('etag', http.versionTag(version)), rolesText(roles));
      },
    );

    app.post(
      '/',
      {
        config: { permission: 'admin', fieldsMax: ACCESS_BOXES_MAX, refusesUnsafeNames: true, bodySchema: ACCESS_BODY },
        bodyLimit: ACCESS_BODY_MAX,
        schema: {
          summary: 'Replaces the rights of the roles that are named',
          description:
            'Boxes as `id_<role>[id_<direction>][id_<task>][id_<action>]`, `[]` for the box of a direction or task itself, or JSON of the same shape; `id_<role>[action][id_<action>]` for an action that needs neither, and where a role names no `[action]` those that it has stay; `id_<role>=` clears a role; any other name or value is 400 and changes nothing. With `If-Match` a role that was changed since stops the save',
          response: { 200: MessageAnswer, 409: accessContract.AccessConflict },
        },
      },
      async (request, reply) => answerSave(context, request, reply, wantedIn(request.body), null),
    );

    app.post(
      '/examine',
      {
        config: { permission: 'admin', fieldsMax: ACCESS_BOXES_MAX, refusesUnsafeNames: true, bodySchema: ACCESS_BODY },
        bodyLimit: ACCESS_BODY_MAX,
        schema: {
          summary: 'What of the routes in force a save of the same body would break; writes nothing',
          response: { 200: accessContract.BrokenRoutes },
        },
      },
      async (request) => examineSave(context, wantedIn(request.body), http.requireEditor(request)),
    );
  };
}

function wantedIn(body: unknown): WantedRights {
  try {
    const wanted = readRights(body);
    if (wanted.size === 0) throw http.badRequest('access setting is empty');
    return wanted;
  } catch (error) {
    throw error instanceof InvalidForm ? http.badRequest(error.error) : error;
  }
}

function bindingRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/bundle/role',
      {
        config: { permission: 'admin', form: BINDING_FORM },
        schema: {
          summary: 'Gives the user with this e-mail a role in place of the one he has; none without roleId',
          description: 'Of an account whose owner never signed in too: its profile is made ahead.',
          response: { 200: BoundProfile },
        },
      },
      async (request) => {
        const { roleId, email } = http.readForm(request, BINDING_FORM);
        const giver = { editor: http.requireEditor(request), doer: http.auditActor(request) };
        const { user, claimed } = await giveRole(context, email, roleId, giver);
        return { ...(await wholeProfile(context.permissions, user)), ...(claimed && { claimed }) };
      },
    );

    app.post(
      '/bundle/role/examine',
      {
        config: { permission: 'admin', form: BINDING_FORM },
        schema: {
          summary: 'What of the routes in force the same role given to the same user would break; writes nothing',
          response: { 200: accessContract.BrokenRoutes },
        },
      },
      async (request) => {
        const { roleId, email } = http.readForm(request, BINDING_FORM);
        const user = await byPresentEmail(context, email);
        if (!user && !(await accountOf(context, { email }))) throw http.notFound('user not found');
        await requireRole(context.database.read, roleId);
        return examineRoles(context, [{ uid: user?.uid ?? null, email, roleId }]);
      },
    );
  };
}

/** What has changed, what one user may do, and everything at a glance, for administrators. */
function reportRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, permissions } = context;

  return async (app) => {
    app.get(
      '/history',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Who changed rights and bindings, newest first; pages by `last` (the last id seen)',
          querystring: Type.Object({ last: Type.Optional(Type.String()) }),
          response: { 200: Type.Array(accessContract.AccessChange) },
        },
      },
      async ({ query }) => {
        const before = http.readId(query.last);
        if (before === null) throw http.badRequest('invalid last id');
        return listChanges(database.read, { before, limit: ACCESS_HISTORY_PAGE });
      },
    );

    app.get(
      '/user/:uid',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What one user may do with documents, and by which role',
          params: Type.Object({ uid: Type.String() }),
          response: { 200: accessContract.EffectiveRights },
        },
      },
      async ({ params }) => {
        const user = await findByUid(database.read, params.uid);
        if (!user) throw http.notFound('user not found');
        return effectiveRights(context, user);
      },
    );

    app.get(
      '/matrix',
      { config: { permission: 'admin' }, schema: { summary: 'The rights of all roles side by side as .xlsx' } },
      async (_request, reply) => {
        const { roles } = await permissions.all();
        const table = matrixTable(roles, await readAccessTitles(database.read));
        if (!table) throw http.badRequest('too many roles for one sheet');
        return http.sendWorkbook(reply, 'rights.xlsx', xlsxStream(table));
      },
    );
  };
}

/** What a user may do on every pair that the role sees, with every action there is, and as such. */
async function effectiveRights(context: PeopleContext, user: UserRow): Promise<accessContract.EffectiveRights> {
  const { database, permissions } = context;
  const actions = await listActions(database.read);
  const pairs = await permissions.pairsOf(user.uid);
  const standing = new Set((await permissions.roleOf(user.uid))?.actions?.map(({ id }) => id));
  const allowed = (rows: readonly accessContract.SettingRow[], own: ReadonlySet<number>) =>
    rows.map(({ id, title }) => ({ id, title, allowed: own.has(id) }));
  return {
    uid: user.uid,
    email: user.email,
    name: user.name ?? '',
    role: user.role_id === null ? null : { id: user.role_id, title: user.role_title ?? '' },
    isDisabled: (await disabledOf(context, [user.uid])).size > 0,
    pairs: pairs.map((pair) => {
      const own = new Set(pair.actions.map(({ id }) => id));
      return { directing: pair.directing, task: pair.task, actions: allowed(actions, own) };
    }),
    actions: allowed(STANDING_ROWS, standing),
  };
}
