import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer, MessageAnswer } from '../../contract/common.ts';
import {
  type AccountDirectory,
  AccountsFilterBody,
  AccountsPageAnswer,
  AddedPeopleAnswer,
  AddPeopleBody,
  ClaimBody,
  ClaimedAccountAnswer,
  KnownPeopleAnswer,
  KnownPeopleBody,
  RenameBody,
} from '../../contract/people.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';

/** The directory of accounts for services in other processes. */
export const directoryRoutes =
  (directory: AccountDirectory, { knows }: ServiceTokens): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { permission: 'service', knowsService: knows } as const;
    const failures = { 400: ErrorAnswer, 401: ErrorAnswer };

    app.post(
      '/people/',
      {
        config,
        schema: {
          summary: 'Accounts by e-mail, and how many in all',
          body: AccountsFilterBody,
          response: { 200: AccountsPageAnswer, ...failures },
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
          body: KnownPeopleBody,
          response: { 200: KnownPeopleAnswer, ...failures },
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
          body: AddPeopleBody,
          response: { 200: AddedPeopleAnswer, ...failures },
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
          body: ClaimBody,
          response: { 200: ClaimedAccountAnswer, ...failures },
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
          body: RenameBody,
          response: { 200: MessageAnswer, ...failures },
        },
      },
      async ({ body: { uid, name, by } }) => {
        await directory.rename(uid, name, by);
        return { message: 'renamed' };
      },
    );
  };
