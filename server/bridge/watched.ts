import { stat } from 'node:fs/promises';
import type { WatchedService } from '../watch/watched.ts';
import type { BridgeContext } from './context.ts';
import type { ImportDesk } from './import/run/desk.ts';
import type { Requests } from './requests/index.ts';
import { catalogueVersion } from './version.ts';

/** Runs that the page of the state lists. */
const RUNS_LISTED = 8;

/** What of the catalogue service is watched. */
export function watchedCatalogue(
  { database, shown }: Pick<BridgeContext, 'database' | 'shown'>,
  { active, turns }: ImportDesk,
  { outbox, today }: Requests,
): WatchedService {
  return {
    name: 'bridge',
    database,
    outbox,
    requests: { today },
    imports: {
      queue: () => {
        const waiting = [...active.keys()].filter((id) => turns.ahead(id) > 0).length;
        return { running: active.size - waiting, waiting };
      },
      lastRuns: async () => {
        const rows = await database.read
          .selectFrom('import_runs')
          .select(['id', 'file_name', 'kind', 'state', 'started_at', 'ended_at'])
          .orderBy('id', 'desc')
          .limit(RUNS_LISTED)
          .execute();
        return rows.map(({ id, file_name, kind, state, started_at, ended_at }) => ({
          ...{ id, fileName: file_name, kind, state },
          ...{ startedAt: started_at, endedAt: ended_at },
        }));
      },
    },
    index: {
      state: async () => ({
        revision: await catalogueVersion(database.read),
        behind: await shown.behind(),
        asOf: shown.asOf(),
        bytes: (await stat(shown.indexFile)).size,
      }),
    },
  };
}
