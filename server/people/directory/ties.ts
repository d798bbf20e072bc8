// Everything that hangs on one person, for administrators: the person by e-mail, their documents, templates and
// substitutions, and the hand-over of these to a colleague.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { HAND_OVER_FORM } from '../../../contract/people/forms.ts';
import { Person } from '../../../contract/people/people.ts';
import { HandedOver, PersonTies } from '../../../contract/people/ties.ts';
import * as http from '../../platform/http/request.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import { byPresentEmail, disabledOf, type PeopleContext } from '../profiles/accounts.ts';
import { findByUid } from '../profiles/profile-store.ts';
import { endSubstitutions, selectSubstitutions } from '../profiles/substitutes.ts';
import { personOf } from './people.ts';

const NO_TIES: PersonTies = {
  documents: [],
  documentCount: 0,
  written: [],
  writtenCount: 0,
  templates: [],
  templateCount: 0,
  substitute: null,
  represents: [],
};

export function tiesRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, documents, clock, timeZone } = context;

  return async (app) => {
    app.get(
      '/people/:email',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'One person with an account: state, rank, role, last visit, substitute',
          params: http.EmailPath,
          response: { 200: Person },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return personOf(context, request.params.email);
      },
    );

    app.get(
      '/people/:email/ties',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What hangs on a person: documents that wait, templates that name them, substitutions',
          params: http.EmailPath,
          response: { 200: PersonTies },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const user = await byPresentEmail(context, request.params.email);
        // An account whose owner never signed in has no profile, and nothing hangs on it.
        if (!user) return NO_TIES;
        const substitutions = await selectSubstitutions(context, user.uid);
        return { ...(await documents.tiesOf(database.read, user)), ...substitutions };
      },
    );

    app.post(
      '/people/:email/hand-over',
      {
        config: { permission: 'admin', form: HAND_OVER_FORM },
        schema: {
          summary: 'Hands the documents and templates of a person over to a colleague, and ends their substitutions',
          description:
            'What the colleague may not decide stays, and the answer says why. Nothing is handed back later.',
          params: http.EmailPath,
          response: { 200: HandedOver },
        },
      },
      async (request) => {
        const from = await byPresentEmail(context, request.params.email);
        if (!from) throw http.notFound('user not found');
        const to = await colleagueOf(context, from, http.readForm(request, HAND_OVER_FORM).uid);
        const needs = { database, people: { disabledAmong: (uids: readonly string[]) => disabledOf(context, uids) } };
        const handOver = await documents.prepareHandOver(needs, { from, to });
        const save = { by: http.requireEditor(request), at: clock(), timeZone };
        const { handed, ended } = await database.write(async (transaction) => ({
          handed: await handOver(transaction, save),
          ended: await endSubstitutions(transaction, from.id),
        }));
        recordEnd(context, request, ended);
        return { to: { uid: to.uid, name: to.name ?? '', email: to.email }, ...handed, substitutions: ended.length };
      },
    );
  };
}

/** The colleague who takes over. Throws 400 for the person themselves, a disabled account or no profile, 503. */
async function colleagueOf(context: PeopleContext, from: UserRow, uid: string): Promise<UserRow> {
  const to = await findByUid(context.database.read, uid);
  if (!to || to.uid === from.uid || (await disabledOf(context, [uid])).size > 0) throw http.badRequest('invalid uid');
  return to;
}

type Ended = Awaited<ReturnType<typeof endSubstitutions>>;

function recordEnd({ trail }: PeopleContext, request: FastifyRequest, ended: Ended) {
  for (const { absent, acting, actingUid } of ended)
    trail.record({
      event: 'substitute.removed',
      by: http.auditActor(request),
      target: acting,
      targetUid: actingUid,
      details: { absent },
    });
}
