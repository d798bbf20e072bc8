import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../../../contract/common.ts';
import { callerOf } from '../../../http/caller.ts';
import { conflict, notFound } from '../../../http/errors.ts';
import type { BridgeContext } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import { stateOfRun } from '../run/runs.ts';
import { forgoMail } from './run-mail-store.ts';
import type { RunMails } from './run-mails.ts';

const schema = {
  tags: ['price list'],
  params: Type.Object({ id: Type.String() }),
  response: { 200: MessageAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
};
const config = { permission: 'admin' as const };

/** Asking for a mail at the end of a run that waits or is under way, by administrators. */
export function runMailRoutes(
  { database }: Pick<BridgeContext, 'database'>,
  mails: RunMails,
): FastifyPluginAsyncTypebox {
  async function runIdOf(text: string): Promise<number> {
    const runId = pathId(text, 'run');
    if ((await stateOfRun(database.read, runId)) === null) throw notFound('run not found');
    return runId;
  }

  return async (app) => {
    app.post(
      '/import/runs/:id/mail',
      { config, schema: { ...schema, summary: 'The caller wants a mail when the run has ended' } },
      async (request) => {
        const { uid, email } = callerOf(request);
        if (!(await mails.ask(await runIdOf(request.params.id), { uid, email })))
          throw conflict('run already ended');
        return { message: 'mail will be sent' };
      },
    );

    app.delete(
      '/import/runs/:id/mail',
      { config, schema: { ...schema, summary: 'The caller wants no mail about the run after all' } },
      async (request) => {
        await forgoMail(database, await runIdOf(request.params.id), callerOf(request).uid);
        return { message: 'no mail will be sent' };
      },
    );
  };
}
