import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { BINDING_FORM } from '../../../../contract/forms/access.ts';
import { Profile } from '../../../../contract/informator.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import { byPresentEmail } from '../users/present-email.ts';
import { wholeProfile } from '../users/profile.ts';
import { bindRole } from './bind-role.ts';

/** Which role a user has, for administrators. */
export function bindingRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, permissions, trail, clock } = context;
  return async (app) => {
    app.patch(
      '/bundle/role',
      {
        config: { permission: 'admin', form: BINDING_FORM },
        schema: {
          tags: ['access'],
          summary: 'Gives the user with this e-mail a role in place of the one he has; none without roleId',
          response: { 200: Profile, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer },
        },
      },
      async (request) => {
        const { roleId, email } = readForm(request, BINDING_FORM);
        const found = await byPresentEmail(context, email);
        if (!found) throw notFound('user not found');
        const bound = await bindRole(database, found.uid, roleId, { by: editorOf(request), now: clock() });
        if (bound.outcome === 'no user') throw notFound('user not found');
        if (bound.outcome !== 'bound') throw badRequest('invalid role id');
        const { user, before } = bound;
        if (before !== user.role_title)
          trail.record({
            event: 'role.bound',
            by: doerOf(request),
            ...{ target: user.email, targetUid: user.uid },
            details: { role: user.role_title ?? '', roleBefore: before ?? '' },
          });
        return wholeProfile(permissions, user);
      },
    );
  };
}
