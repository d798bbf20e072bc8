import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { ImportNotices } from '../../../../contract/import-notices.ts';
import type { BridgeContext } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import { isQuiet } from '../arrivals/source.ts';
import { listSources } from '../arrivals/source-store.ts';
import { countHeld, endedRuns, noteSeen } from './store.ts';

const ANSWERS = { 200: ImportNotices, '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const tags = ['price list'];
const uidOf = ({ caller }: FastifyRequest): string => caller?.uid ?? '';

/** What of the import waits for the attention of the caller. */
export function noticeRoutes({
  database,
  clock,
}: Pick<BridgeContext, 'database' | 'clock'>): FastifyPluginAsyncTypebox {
  async function noticesOf(uid: string): Promise<ImportNotices> {
    const sources = await listSources(database.read);
    return {
      held: await countHeld(database.read),
      quiet: sources.filter((source) => isQuiet(source, clock())).length,
      ended: await endedRuns(database.read, uid),
    };
  }

  return async (app) => {
    app.get(
      '/import/notices',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'What of the import waits for attention, for the menu of staff',
          response: ANSWERS,
        },
      },
      (request) => noticesOf(uidOf(request)),
    );

    app.post(
      '/import/runs/:id/seen',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'The caller has looked at an ended run of theirs (`notify=1`); answers what waits still',
          params: Type.Object({ id: Type.String() }),
          response: ANSWERS,
        },
      },
      async (request) => {
        await noteSeen(database, uidOf(request), pathId(request.params.id, 'run'));
        return noticesOf(uidOf(request));
      },
    );
  };
}
