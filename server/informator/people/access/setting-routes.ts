import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { AccessConflict, AccessSettings } from '../../../../contract/access.ts';
import { ErrorAnswer, MessageAnswer } from '../../../../contract/common.ts';
import { ACCESS_BODY } from '../../../../contract/forms/access.ts';
import { ACCESS_BODY_MAX, ACCESS_BOXES_MAX } from '../../../../contract/limits.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest } from '../../../http/errors.ts';
import { versionTag, versionToMatch } from '../../../http/if-match.ts';
import type { PeopleContext } from '../context.ts';
import { rolesText } from '../permissions/role-text.ts';
import { InvalidForm, readRights, type WantedRights } from './form.ts';
import { saveRights } from './save.ts';
import { tellSaved } from './tell-saved.ts';

/** A body that is JSON text already. */
const json = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);

/** What every role may do: read and saved as a whole, role by role, for administrators. */
export function settingRoutes({
  database,
  permissions,
  trail,
  clock,
}: PeopleContext): FastifyPluginAsyncTypebox {
  const tags = ['access'];
  const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer };

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Every role with everything it allows; the ETag is the version of the settings',
          response: { 200: AccessSettings, 401: ErrorAnswer, 403: ErrorAnswer },
        },
      },
      async (_request, reply) => {
        const { version, roles } = await permissions.all();
        return json(reply.header('etag', versionTag(version)), rolesText(roles));
      },
    );

    app.post(
      '/',
      {
        config: {
          permission: 'admin',
          fieldsMax: ACCESS_BOXES_MAX,
          refusesUnsafeNames: true,
          bodySchema: ACCESS_BODY,
        },
        bodyLimit: ACCESS_BODY_MAX,
        schema: {
          tags,
          summary: 'Replaces the rights of the roles that are named',
          description:
            'Boxes as `id_<role>[id_<direction>][id_<task>][id_<action>]`, `[]` for the box of a direction or task itself, or JSON of the same shape; `id_<role>[action][id_<action>]` for an action that needs neither, and where a role names no `[action]` those that it has stay; `id_<role>=` clears a role; any other name or value is 400 and changes nothing. With `If-Match` a role that was changed since stops the save',
          response: { 200: MessageAnswer, ...answers, 409: AccessConflict },
        },
      },
      async (request, reply) => {
        const wanted = wantedIn(request.body);
        const change = { by: editorOf(request), now: clock() };
        const saved = await saveRights(database, wanted, versionToMatch(request), change);
        return reply
          .header('etag', versionTag(tellSaved(saved, trail, doerOf(request))))
          .send({ message: 'saved access setting' });
      },
    );
  };
}

function wantedIn(body: unknown): WantedRights {
  try {
    const wanted = readRights(body);
    if (wanted.size === 0) throw badRequest('access setting is empty');
    return wanted;
  } catch (error) {
    throw error instanceof InvalidForm ? badRequest(error.error) : error;
  }
}
