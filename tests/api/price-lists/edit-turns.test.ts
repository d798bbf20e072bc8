import { expect, it, vi } from 'vitest';
import { folderStores } from '../../../server/platform/files/file-store.ts';
import { keptFilesIn } from '../../../server/price-lists/runs/order.ts';
import { openImportQueue } from '../../../server/price-lists/runs/queue.ts';
import { beginRun, startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { NOON, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

vi.setConfig({ testTimeout: 60_000 });

const forever = new AbortController().signal;

aboveSql('an edit by hand', (open) => {
  it('is refused while a price list is applied for long, and says which one and whose', () =>
    withBridge(open, async ({ bridge: { context }, filesFolder }) => {
      const queue = openImportQueue(context, keptFilesIn(folderStores(filesFolder, () => NOON).of('')), {
        editPatience: 20,
      });
      const run = { uploadId: null, uid: 'u', who: 'Иванов', fileName: 'Шины.xlsx', settings: settingsOf({}) };
      const runId = await startRun(context.database, run, 1);
      await queue.turns.take(runId, forever);
      await beginRun(context.database, runId, 2);
      const work = vi.fn();
      await expect(queue.edit(work)).rejects.toMatchObject({
        status: 503,
        message: 'import under way',
        facts: { runId, kind: 'file', fileName: 'Шины.xlsx', who: 'Иванов' },
      });
      queue.turns.end();
      expect(work).not.toHaveBeenCalled();
      expect(await queue.edit(async () => 'done')).toBe('done');
    }));

  it('is done between two runs, before those that wait', () =>
    withBridge(open, async ({ bridge: { context }, filesFolder }) => {
      const { turns, edit } = openImportQueue(context, keptFilesIn(folderStores(filesFolder, () => NOON).of('')));
      const done: string[] = [];
      await turns.take(1, forever);
      const second = turns.take(2, forever).then(() => done.push('run'));
      const edits = ['first', 'second'].map((name) => edit(async () => void done.push(name)));
      expect([turns.ahead(1), turns.ahead(2)]).toEqual([0, 1]);
      turns.end();
      await Promise.all([...edits, second]);
      expect(done).toEqual(['first', 'second', 'run']);
    }));
});
