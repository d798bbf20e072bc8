import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { type EndedRun, ImportNotices } from '../../../contract/catalogue/runs.ts';
import { pathId } from '../../catalogue/context/answers.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { isQuiet, listSources } from '../sources/source.ts';
import { outcomeOf } from './listed-runs.ts';

const ANSWERS = { 200: ImportNotices };
const uidOf = ({ caller }: FastifyRequest): string => caller?.uid ?? '';

/** What of the import waits for the attention of the caller. */
export function noticeRoutes({
  database,
  clock,
}: Pick<CatalogueContext, 'database' | 'clock'>): FastifyPluginAsyncTypebox {
  async function noticesOf(uid: string): Promise<ImportNotices> {
    const sources = await listSources(database.read);
    return {
      held: await countStagedFiles(database.read),
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
          summary: 'The caller has looked at an ended run of theirs (`notify=1`); answers what waits still',
          params: Type.Object({ id: Type.String() }),
          response: ANSWERS,
        },
      },
      async (request) => {
        await markNoticeRead(database, uidOf(request), pathId(request.params.id, 'run'));
        return noticesOf(uidOf(request));
      },
    );
  };
}

/** A person who asks to be told of more has looked at none of them. */
const ENDED_MAX = 50;

/** Price lists that wait for a decision. */
async function countStagedFiles(read: Kysely<CatalogueSchema>): Promise<number> {
  const { count } = await read
    .selectFrom('import_arrivals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ended runs of a person that they wanted to hear of and have not looked at; the latest ones. */
async function endedRuns(read: Kysely<CatalogueSchema>, uid: string): Promise<EndedRun[]> {
  const runs = await read
    .selectFrom('import_runs')
    .select(['id', 'file_name', 'state', 'error', 'began_at'])
    .where('uid', '=', uid)
    .where('notice', '=', 'asked')
    .where('state', '!=', 'running')
    .orderBy('id', 'desc')
    .limit(ENDED_MAX)
    .execute();
  return runs.map((run) => ({ id: Number(run.id), fileName: run.file_name, outcome: outcomeOf(run) }));
}

/** Notes that a person has looked at an ended run of theirs; any other run stays as it is. */
async function markNoticeRead(database: Database<CatalogueSchema>, uid: string, runId: number): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ notice: 'seen' })
      .where('id', '=', runId)
      .where('uid', '=', uid)
      .where('notice', '=', 'asked')
      .where('state', '!=', 'running')
      .execute(),
  );
}
