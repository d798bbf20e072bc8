/** Accounts, their directory and the audit trail for services in other processes. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as accountsApi from '../../contract/accounts/accounts.ts';
import { MessageAnswer } from '../../contract/answers.ts';
import { AUDIT_EVENTS, type AuditDetails, type AuditEvent } from '../../contract/journal/events.ts';
import { AuditHeapsBody } from '../../contract/journal/journal.ts';
import * as peopleApi from '../../contract/people/people.ts';
import { type CountedEntry, cleanEntry } from '../platform/audit-trail.ts';
import { badRequest } from '../platform/http/request.ts';
import type { ServiceTokens } from '../platform/secrets.ts';

export const serviceRoutes =
  (
    accounts: accountsApi.AccountStates,
    keep: (heaps: readonly CountedEntry[]) => Promise<void>,
    { knows }: ServiceTokens,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/disabled',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Which of these accounts are disabled, and which have never signed in',
          body: accountsApi.DisabledBody,
          response: { 200: accountsApi.DisabledAnswer },
        },
      },
      async ({ body }, reply) => {
        reply.header('cache-control', 'no-store');
        const idle = [...(await accounts.idleAmong(body.uids))];
        return {
          uids: idle.flatMap(([uid, state]) => (state === 'disabled' ? [uid] : [])),
          unused: idle.flatMap(([uid, state]) => (state === 'disabled' ? [] : [{ uid, state }])),
        };
      },
    );

    app.post(
      '/account',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Uid and present e-mail of the account with this uid, or else with this e-mail',
          body: accountsApi.AccountKeyBody,
          response: { 200: accountsApi.KnownAccountAnswer },
        },
      },
      async ({ body: { uid, email } }, reply) => {
        reply.header('cache-control', 'no-store');
        if (uid === undefined && email === undefined) throw badRequest('invalid body');
        const key = uid === undefined ? { email: email ?? '' } : { uid };
        return { account: await accounts.accountOf(key) };
      },
    );

    app.post(
      '/audit',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Add to the journal what happened in another process',
          body: AuditHeapsBody,
          response: { 200: MessageAnswer },
        },
      },
      async ({ body }) => {
        const heaps = readCountedEntries(body);
        if (!heaps) throw badRequest('invalid body');
        await keep(heaps);
        return { message: 'recorded' };
      },
    );
  };

export const directoryRoutes =
  (directory: peopleApi.AccountDirectory, { knows }: ServiceTokens): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { permission: 'service', knowsService: knows } as const;

    app.post(
      '/people/',
      {
        config,
        schema: {
          summary: 'Accounts by e-mail, and how many in all',
          body: peopleApi.AccountsFilterBody,
          response: { 200: peopleApi.AccountsPageAnswer },
        },
      },
      ({ body }) => directory.page(body),
    );

    app.post(
      '/people/known',
      {
        config,
        schema: {
          summary: 'The accounts that have these e-mails',
          body: peopleApi.KnownPeopleBody,
          response: { 200: peopleApi.KnownPeopleAnswer },
        },
      },
      async ({ body }) => ({ accounts: await directory.known(body.emails) }),
    );

    app.post(
      '/people/add',
      {
        config,
        schema: {
          summary: 'Make accounts without a password, and invite whom they are for',
          body: peopleApi.AddPeopleBody,
          response: { 200: peopleApi.AddedPeopleAnswer },
        },
      },
      async ({ body: { people, invites, by } }) => ({ people: await directory.add(people, invites, by) }),
    );

    app.post(
      '/people/claim',
      {
        config,
        schema: {
          summary: "The account with this e-mail, made to wait for its owner if it may be anybody's",
          body: peopleApi.ClaimBody,
          response: { 200: peopleApi.ClaimedAccountAnswer },
        },
      },
      async ({ body: { email, by } }) => ({ account: await directory.claim(email, by) }),
    );

    app.post(
      '/people/name',
      {
        config,
        schema: {
          summary: 'Give an account the name of its profile',
          body: peopleApi.RenameBody,
          response: { 200: MessageAnswer },
        },
      },
      async ({ body: { uid, name, by } }) => {
        await directory.rename(uid, name, by);
        return { message: 'renamed' };
      },
    );
  };

const EVENTS: ReadonlySet<string> = new Set(AUDIT_EVENTS);
const isEvent = (name: string): name is AuditEvent => EVENTS.has(name);

/** What another service sent, as the trail gathers it; null when an event or its details are not known. */
function readCountedEntries({ heaps }: AuditHeapsBody): readonly CountedEntry[] | null {
  const read = heaps.map(heapOf);
  return read.includes(null) ? null : read.filter((heap) => heap !== null);
}

function heapOf(sent: AuditHeapsBody['heaps'][number]): CountedEntry | null {
  const { event, actor, actorUid = null, address, agent, target, targetUid, at, lastAt, count, key } = sent;
  const details = detailsOf(sent.details);
  if (!isEvent(event) || !details) return null;
  const by = { actor: actor === undefined ? null : { uid: actorUid, email: actor }, address, agent };
  const entry = cleanEntry({ event, by, target, targetUid, details });
  return { entry, at, lastAt, count, key: key ?? null };
}

function detailsOf(text: string): AuditDetails | null {
  try {
    const details = JSON.parse(text) as unknown;
    return typeof details === 'object' && details !== null ? (details as AuditDetails) : null;
  } catch {
    return null;
  }
}
