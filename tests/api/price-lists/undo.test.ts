import { expect, it, vi } from 'vitest';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import type { RunAnswer, RunPage } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { folderStores } from '../../../server/platform/files/file-store.ts';
import { keptFilesIn } from '../../../server/price-lists/runs/order.ts';
import { openImportQueue } from '../../../server/price-lists/runs/queue.ts';
import { NOON, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, importText, indexedKeys, openCatalogue, positionsOf, versionOf } from './catalogue.ts';
import { editPosition, undone, undoRun } from './edits.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Positions without the moment of their last change. */
const statesOf = async (database: Database<CatalogueSchema>) =>
  (await positionsOf(database)).map(({ updated_at: _, ...position }) => position);

aboveSql('the undoing of a run', (open) => {
  it('puts prices, stock, texts, makers, addresses and days back and removes what the run created', async () => {
    const database = await openCatalogue(open);
    const first = ['A-1;Вал;10;1;', 'A-2;Ось;20;0;ЗМЗ', 'A-3;Кольцо;30;3;'];
    await importText(database, first, { today: DAY - 2 });
    const before = await statesOf(database);
    const keys = await indexedKeys(database);
    const lines = ['A-1;Вал новый;11;0;BOSCH', 'A-2;Ось;20;5;ЗМЗ', 'Б-4;Шкив;40;4;'];
    const { runId } = await importText(database, lines);
    const version = await versionOf(database);
    const changed = await statesOf(database);
    const plan = await undoRun(database, runId, { dryRun: true });
    expect(plan).toEqual({
      dryRun: true,
      runId: null,
      restored: 2,
      crossesRestored: 0,
      crossesRemoved: 0,
      removed: 1,
      kept: 0,
      keptPositions: [],
    });
    expect(await statesOf(database)).toEqual(changed);
    const undo = await undone(database, runId);
    expect(undo).toEqual({ ...(plan as object), dryRun: false, runId: runId + 1 });
    const [shaft, axle, ...rest] = before;
    expect(await statesOf(database)).toEqual([
      shaft,
      // Its price was confirmed beside the change of its stock, which is no change to be taken back.
      { ...axle, price_day: DAY },
      ...rest,
      { ...changed[3], hidden: HIDDEN.removed },
    ]);
    expect(await indexedKeys(database)).toEqual(keys);
    expect(await versionOf(database)).toBe(version + 1);
    const redirects = await database.read.selectFrom('alias_redirects').selectAll().execute();
    expect(redirects).toEqual([{ alias: changed[0]?.alias, position_id: shaft?.id }]);
    const run = await database.read
      .selectFrom('import_runs')
      .select(['kind', 'undoes', 'uid', 'state', 'counts'])
      .where('id', '=', undo.runId)
      .executeTakeFirstOrThrow();
    expect({ ...run, counts: JSON.parse(run.counts ?? '') }).toMatchObject({
      kind: 'undo',
      undoes: runId,
      uid: 'admin',
      state: 'done',
      counts: { priceDown: 1, stockChanged: 2, created: 0 },
    });
    expect(await undoRun(database, runId)).toBe('run already undone');
  });

  it('is itself taken back, and then possible again', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Вал;10;1;', 'A-2;Ось;20;2;']);
    const { runId } = await importText(database, ['A-1;Вал;11;1;BOSCH', 'A-3;Шкив;30;3;']);
    const after = await statesOf(database);
    const undo = await undone(database, runId);
    const before = await statesOf(database);
    const again = await undone(database, undo.runId ?? 0);
    expect(again).toMatchObject({ restored: 2, removed: 0, kept: 0 });
    expect(await statesOf(database)).toEqual(after);
    await undone(database, runId);
    expect(await statesOf(database)).toEqual(before);
  });

  it('security 32: of run 7 after run 8 and a manual edit restores what only run 7 changed, and lists the rest', async () => {
    const database = await openCatalogue(open);
    const articles = Array.from({ length: 6 }, (_, at) => `A-${at + 1}`);
    const lines = (price: number, amount: number) => articles.map((a) => `${a};Вал;${price};${amount};`);
    for (let run = 1; run <= 6; run++) await importText(database, lines(run, run));
    const before = await statesOf(database);
    const seventh = await importText(database, [...lines(70, 7), 'A-7;Новый;1;1;', 'A-8;Новый;1;1;']);
    const eighth = await importText(database, ['A-1;Вал;80;7;', 'A-2;Вал;70;8;', 'A-7;Новый;2;1;']);
    const [, , third] = before;
    const hand = await editPosition(database, third?.id ?? 0, { title: 'Вал правый', price: 99 });
    const { runId, ...undo } = await undone(database, seventh.runId);
    expect(runId).toBe((hand ?? 0) + 1);
    expect(undo).toMatchObject({ dryRun: false, restored: 6, removed: 1, kept: 4 });
    expect(undo.keptPositions).toMatchObject([
      { article: 'A-1', changedBy: eighth.runId, reason: expect.stringContaining('цена') },
      { article: 'A-2', changedBy: eighth.runId, reason: expect.stringContaining('количество') },
      { article: 'A-3', title: 'Вал правый', changedBy: hand, reason: expect.stringContaining('цена') },
      { article: 'A-7', changedBy: eighth.runId },
    ]);
    expect(
      (await statesOf(database)).map(({ article, title, price, amount, hidden }) => [
        article,
        title,
        price,
        amount,
        hidden,
      ]),
    ).toEqual([
      ['A-1', 'Вал', 8000, 6, 0],
      ['A-2', 'Вал', 600, 8, 0],
      ['A-3', 'Вал правый', 99, 6, 0],
      ['A-4', 'Вал', 600, 6, 0],
      ['A-5', 'Вал', 600, 6, 0],
      ['A-6', 'Вал', 600, 6, 0],
      ['A-7', 'Новый', 200, 1, 0],
      ['A-8', 'Новый', 100, 1, 2],
    ]);
    // What the eighth run had changed is free again when that one is taken back.
    await undone(database, eighth.runId);
    expect(await undone(database, seventh.runId)).toMatchObject({ restored: 2, removed: 1, kept: 1 });
  });

  it('leaves a maker alone whose former identity another position has by now', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Вал;10;1;']);
    const { runId } = await importText(database, ['A-1;Вал;11;1;BOSCH']);
    await importText(database, ['A-1;Вал;12;1;', 'A-1;Вал;11;1;BOSCH']);
    const undo = await undone(database, runId);
    expect(undo).toMatchObject({ restored: 1, kept: 1 });
    expect(undo.keptPositions[0]?.reason).toContain('прежним производителем');
    expect(await positionsOf(database)).toMatchObject([
      { price: 1000, manufacturer: 'BOSCH' },
      { price: 1200, manufacturer: '' },
    ]);
  });

  it('of a run whose positions went with their brand says so', { tags: ['store'] }, async () => {
    const database = await openCatalogue(open);
    const { runId } = await importText(database, ['A-1;Вал;10;1;']);
    await database.write((transaction) => transaction.deleteFrom('positions').execute());
    expect(await undone(database, runId)).toMatchObject({
      runId: null,
      restored: 0,
      removed: 0,
      keptPositions: [{ article: 'A-1', title: 'Вал', changedBy: null }],
    });
  });

  it('answers over HTTP, once', () =>
    withBridge(open, async ({ bridge, call }) => {
      const { database } = bridge.context;
      const { runId } = await importText(database, ['A-1;Вал;10;1;']);
      const undo = (query = '') => call('POST', `/import/runs/${runId}/undo${query}`);
      expect((await undo('?dryRun=1')).json()).toMatchObject({ dryRun: true, removed: 1 });
      expect((await call('GET', '/card/1')).statusCode).toBe(200);
      expect((await undo()).json()).toMatchObject({ dryRun: false, runId: runId + 1, removed: 1 });
      expect((await call('GET', '/card/1')).statusCode).toBe(404);
      const again = await undo();
      expect([again.statusCode, again.json()]).toEqual([409, { error: 'run already undone' }]);
      for (const path of ['/import/runs/77/undo', '/import/runs/x/undo'])
        expect((await call('POST', path)).json()).toEqual({ error: 'run not found' });
    }));

  it('waits and is done as a run of its own, which can be cancelled, and can be called again for what it kept', () =>
    withBridge(open, async ({ bridge, call, filesFolder }) => {
      const { database } = bridge.context;
      const { runId } = await importText(database, ['A-1;Вал;10;1;', 'A-2;Вал;10;1;']);
      const later = await importText(database, ['A-1;Вал;10;7;']);
      const runOf = async (id: number) => (await call('GET', `/import/runs/${id}`)).json<RunAnswer>();
      expect(await runOf(runId)).toMatchObject({ canUndo: true, undoneBy: null });

      // Another run has its turn, so that the undo waits, is seen by everybody and is cancelled.
      const queue = openImportQueue(bridge.context, keptFilesIn(folderStores(filesFolder, () => NOON).of('')));
      await queue.turns.take(0, new AbortController().signal);
      const work = vi.fn();
      const waiting = queue.undo(runId, { uid: 'admin', who: 'Админ' }, work);
      const refused = expect(waiting).rejects.toThrow('upload cancelled');
      await expect.poll(() => queue.active.size).toBe(1);
      const [undoId = 0] = queue.active.keys();
      expect(await runOf(undoId)).toMatchObject({ kind: 'undo', undoes: runId, outcome: 'queued' });
      queue.active.get(undoId)?.cancel(new Error('cancelled'));
      await refused;
      expect(work).not.toHaveBeenCalled();
      expect(await runOf(undoId)).toMatchObject({ outcome: 'cancelled', progress: null });
      expect(await runOf(runId)).toMatchObject({ canUndo: true, undoneBy: null });

      const first = (await call('POST', `/import/runs/${runId}/undo`)).json<UndoAnswer>();
      expect(first).toMatchObject({ runId: undoId + 1, removed: 1, kept: 1 });
      expect(await runOf(runId)).toMatchObject({ canUndo: true, undoneBy: first.runId });
      await call('POST', `/import/runs/${later.runId}/undo`);
      const again = (await call('POST', `/import/runs/${runId}/undo`)).json<UndoAnswer>();
      expect(again).toMatchObject({ removed: 1, kept: 0 });
      expect(await runOf(runId)).toMatchObject({ canUndo: false, undoneBy: again.runId });
      const { runs } = (await call('GET', '/import/runs')).json<RunPage>();
      expect(runs[0]).toMatchObject({ id: again.runId, kind: 'undo', outcome: 'done', progress: null });
    }));
});
