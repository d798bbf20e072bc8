import { pino } from 'pino';
import { expect, test } from 'vitest';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { startRun, stateOfRun } from '../../../server/price-lists/runs/run-store.ts';
import { openWorker, watchWorkers } from '../../../server/price-lists/runs/worker-watch.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { eachDialect } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';

const DAY = 86_400_000;
/** More than a process may be silent for. */
const LOOKS = 7;

eachDialect('the runs of a process', (open) => {
  test.each([DAY, -DAY])(
    'security 43: stay its own while a clock is set by %i ms, and are ended by another when it is gone',
    async (by) => {
      const database = await open<CatalogueSchema>(migrations);
      let now = EVENING;
      const process = () => {
        const worker = openWorker(database);
        const active = new Map();
        const log = pino({ level: 'silent' });
        const clock = () => now;
        const rest = { mailEndedRuns: async () => {}, takeOver: async () => {}, every: DAY };
        const lookout = watchWorkers({ database, worker, active, clock, log, ...rest });
        return { worker, active, ...lookout };
      };
      const [one, other] = [process(), process()];
      one.worker.begin();
      const settings = settingsOf({ brandId: '', providerId: '' });
      const run = { uploadId: null, uid: 'admin', fileName: 'a.csv', settings, worker: one.worker.id };
      const id = await startRun(database, run, now);
      one.active.set(id, {
        id,
        progress: {},
        cancel: () => {},
        canBeHandedOver: () => false,
        hasHadTurn: () => false,
        ended: Promise.resolve(),
      });
      for (let look = 0; look < LOOKS; look += 1) {
        await one.look();
        await other.look();
        now += look % 2 === 0 ? by : -by;
      }
      expect(await stateOfRun(database.read, id)).toBe('running');
      await one.stop();
      for (let look = 0; look < LOOKS; look += 1) await other.look();
      expect(await stateOfRun(database.read, id)).toBe('interrupted');
      await other.stop();
    },
  );
});
