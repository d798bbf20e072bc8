import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { BINDING_FORM } from '../../../../contract/forms/access.ts';
import { BoundProfile } from '../../../../contract/informator.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import { placePerson } from '../directory/place-person.ts';
import { wholeProfile } from '../users/profile.ts';

/** Which role a user has, for administrators. */
export function bindingRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/bundle/role',
      {
        config: { permission: 'admin', form: BINDING_FORM },
        schema: {
          tags: ['access'],
          summary: 'Gives the user with this e-mail a role in place of the one he has; none without roleId',
          description: 'Of an account whose owner never signed in too: its profile is made ahead.',
          response: {
            200: BoundProfile,
            400: ErrorAnswer,
            401: ErrorAnswer,
            403: ErrorAnswer,
            404: ErrorAnswer,
          },
        },
      },
      async (request) => {
        const { roleId, email } = readForm(request, BINDING_FORM);
        const giver = { editor: editorOf(request), doer: doerOf(request) };
        const { user, claimed } = await placePerson(context, email, roleId, giver);
        return { ...(await wholeProfile(context.permissions, user)), ...(claimed && { claimed }) };
      },
    );
  };
}
