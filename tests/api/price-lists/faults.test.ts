import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import type { DryRunAnswer, RunAnswer, RunPage, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { writeBook } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 180_000 });

type Fields = Readonly<Record<string, string>>;
type Content = string | Uint8Array<ArrayBuffer>;

const HEAD = 'Артикул;Наименование;Цена;Остаток';
const list = (count: number, price = 100): string =>
  [HEAD, ...Array.from({ length: count }, (_, at) => `A-${at};Фильтр масляный ${at};${price};2`)].join('\n');

function send({ call }: TestBridge, path: string, content: Content, fields: Fields = {}): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'price.csv');
  return call('POST', path, { form });
}

const upload = (shop: TestBridge, content: Content, fields: Fields = {}): Promise<Answer> =>
  send(shop, '/file/upload', content, { ...USUAL, ...fields });

const guess = (shop: TestBridge, content: Content): Promise<Answer> => send(shop, '/file/guess', content);

const statusAndError = ({ statusCode, payload }: Answer) => [statusCode, JSON.parse(payload).error];

async function positionsOf({ bridge }: TestBridge) {
  return bridge.database.read.selectFrom('positions').selectAll().orderBy('id').execute();
}

const runsOf = async (shop: TestBridge) => (await shop.call('GET', '/import/runs')).json<RunPage>().runs;

async function addOwners({ call }: TestBridge): Promise<void> {
  await call('POST', '/brands', { json: { title: 'Второй' } });
  await call('POST', '/providers', { json: { title: 'Второй' } });
}

const HOLD = new URL('../../support/holding-job.ts', import.meta.url);
/** Longer than a short write may wait, ms. */
const LONG = 60_000;

aboveSql('an import that meets something odd', (open, dialect) => {
  if (dialect === 'SQLite')
    test('waits behind one that holds the database for long, instead of being refused', () =>
      withBridge(open, async (shop) => {
        const release = new AbortController();
        const { promise: held, resolve: onMessage } = Promise.withResolvers<void>();
        const holding = shop.bridge.database.runJob(HOLD, null, {
          onMessage: () => onMessage(),
          signal: release.signal,
        });
        const released = expect(holding).rejects.toThrow('cancelled');
        await held;
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        onTestFinished(() => void vi.useRealTimers());
        const applied = upload(shop, list(5));
        const kept = join(shop.filesFolder, 'received');
        while ((await readdir(kept).catch(() => [])).length === 0);
        let status = 0;
        void shop.call('POST', '/brands', { json: { title: 'Второй' } }).then((refused) => {
          status = refused.statusCode;
        });
        while (status === 0) {
          await nextTurn();
          vi.advanceTimersByTime(LONG);
        }
        expect(status).toBe(503);
        vi.useRealTimers();
        release.abort(new Error('cancelled'));
        await released;
        expect((await applied).json<UploadAnswer>().created).toBe(5);
      }));

  test.each(['brand', 'provider'] as const)('is refused where its %s went after the dry run', (owner) =>
    withBridge(open, async (shop) => {
      await addOwners(shop);
      const fields = { [`${owner}Id`]: '2' };
      const { fileId } = (await guess(shop, list(5))).json<GuessAnswer>();
      const kept = (wish: Fields) => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ ...USUAL, ...fields, fileId, ...wish })) form.append(name, value);
        return shop.call('POST', '/file/upload', { form });
      };
      expect((await kept({ dryRun: '1' })).json<DryRunAnswer>().counts.created).toBe(5);
      expect((await shop.call('DELETE', `/${owner}s/2`)).statusCode).toBe(200);
      for (const wish of [{ dryRun: '1' }, { confirm: '1' }] as Fields[])
        expect(statusAndError(await kept(wish))).toEqual([400, `${owner} not found`]);
      expect(await positionsOf(shop)).toEqual([]);
      expect(await runsOf(shop)).toEqual([]);
      // The file is still there for another choice.
      expect((await kept({ [`${owner}Id`]: '1' })).json<UploadAnswer>().created).toBe(5);
    }),
  );

  test('is refused where its provider went while it waited, and the next one goes on', () =>
    withBridge(open, async (shop) => {
      await addOwners(shop);
      const [first, second, third] = [list(2_000), list(5), list(7)].map((text, at) =>
        upload(shop, text, { providerId: String(at === 1 ? 2 : 1) }),
      );
      const gone = shop.call('DELETE', '/providers/2');
      const answers = await Promise.all([first, second, third, gone]);
      expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 400, 200, 200]);
      expect(answers[1]?.json()).toEqual({ error: 'provider not found' });
      for (const run of await runsOf(shop)) expect(['done', 'failed']).toContain(run.outcome);
      expect(new Set((await positionsOf(shop)).map(({ provider_id }) => provider_id))).toEqual(new Set([1]));
    }));

  test('offers every preset that fits its header, and reads by the one that is named', () =>
    withBridge(open, async (shop) => {
      const fields = { ...USUAL, article: '1', title: '2', price: '3' };
      const headers = HEAD.split(';');
      const made = await Promise.all(
        ['Опт', 'Розница'].map((name, at) =>
          shop.call('POST', '/import/presets', {
            json: { providerId: 1, name, headers, fields: { ...fields, markup: `0-:${at * 50}` } },
          }),
        ),
      );
      expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      const { sheets, fileId } = (await guess(shop, list(3))).json<GuessAnswer>();
      expect(sheets[0]?.presets.map(({ name }) => name).toSorted()).toEqual(['Опт', 'Розница']);
      const prices: number[] = [];
      for (const answer of made) {
        const form = new FormData();
        form.append('preset', String(answer.json().id));
        form.append('fileId', fileId);
        expect((await shop.call('POST', '/file/upload', { form })).statusCode).toBe(200);
        prices.push((await positionsOf(shop))[0]?.price ?? 0);
      }
      expect(prices).toEqual([10_000, 15_000]);
    }));

  test('is refused for a rate of nothing, below nothing or beyond all numbers', () =>
    withBridge(open, async (shop) => {
      for (const rate of ['0', '0,00', '-1', 'NaN', 'Infinity', '-Infinity', 'x', '1e999', '1/0'])
        for (const path of [{ dryRun: '1' }, {}] as Fields[])
          expect([rate, ...statusAndError(await upload(shop, list(3), { currency: 'USD', rate, ...path }))]).toEqual([
            rate,
            400,
            'invalid rate',
          ]);
      for (const rates of ['USD=0', 'USD=-1', 'USD=NaN', 'USD=', 'USD'])
        expect(statusAndError(await upload(shop, list(3), { rates }))).toEqual([400, 'invalid rates']);
      expect(await runsOf(shop)).toEqual([]);
      const tiny = await upload(shop, list(3), { currency: 'USD', rate: '0,000001', confirm: '0' });
      // Prices that round to nothing are missing prices.
      expect(tiny.json().suspicions).toMatchObject([{ kind: 'prices-missing' }]);
      expect(await positionsOf(shop)).toEqual([]);
    }));

  test('says of an empty file and of a header alone that there is nothing in them', () =>
    withBridge(open, async (shop) => {
      for (const content of ['', '\ufeff', ' \r\n \r\n', ';;;\n;;;\n']) {
        for (const answer of [await guess(shop, content), await upload(shop, content, { confirm: '0' })]) {
          expect([content, answer.statusCode]).not.toEqual([content, 500]);
          if (answer.statusCode !== 200) continue;
          const { sheets } = answer.json<GuessAnswer>();
          expect([content, sheets?.every(({ certainty }) => certainty === 0)]).toEqual([content, true]);
        }
      }
      const alone = await upload(shop, HEAD, { confirm: '0' });
      expect(alone.statusCode).toBe(409);
      expect(alone.json().suspicions).toMatchObject([{ kind: 'nothing-applied' }]);
      const plan = (await upload(shop, HEAD, { dryRun: '1' })).json<DryRunAnswer>();
      expect(plan.suspicions).toMatchObject([{ kind: 'nothing-applied' }]);
      expect((await upload(shop, HEAD)).json<UploadAnswer>().doubtful).toMatchObject([{ kind: 'nothing-applied' }]);
      expect(await positionsOf(shop)).toEqual([]);
    }));

  test('finds its way in a workbook of 38 sheets', () =>
    withBridge(open, async (shop) => {
      const path = join(await workFolder(), 'book.xlsx');
      const rows = (at: number) => [
        HEAD.split(';'),
        ...Array.from({ length: 12 }, (_, row) => [`S${at}-${row}`, `Фильтр масляный ${row}`, 100 + at, 1]),
      ];
      await writeBook(path, {
        sheets: Array.from({ length: 38 }, (_, at) => ({
          name: `Лист ${at + 1}`,
          hidden: at === 36,
          rows: at % 3 === 1 ? [['Условия работы']] : rows(at),
        })),
      });
      const book = Uint8Array.from(await readFile(path));
      const { sheets, fileId } = (await guess(shop, book)).json<GuessAnswer>();
      expect(sheets).toHaveLength(37);
      expect(sheets.map(({ name }) => name)).not.toContain('Лист 37');
      expect(sheets[0]).toMatchObject({ startRow: 2, columns: { article: 1, title: 2, price: 3, amount: 4 } });
      expect(sheets[1]?.certainty).toBeLessThan(0.6);
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...USUAL, fileId, sheet: 'Лист 36' })) form.append(name, value);
      expect((await shop.call('POST', '/file/upload', { form })).json<UploadAnswer>().created).toBe(12);
      expect((await positionsOf(shop)).map(({ article }) => article)).toContain('S35-11');
      const unknown = await upload(shop, book, { sheet: 'Лист 39' });
      expect(unknown.statusCode).toBe(400);
      expect(await positionsOf(shop)).toHaveLength(12);
    }));

  test('takes the fields of its form up to their limits, and refuses or ignores what is beyond', () =>
    withBridge(open, async (shop) => {
      const wide = `${HEAD}${';'.repeat(508)}Код\nA-1;Вал;5;1${';'.repeat(508)}В-512`;
      const refusals: [Fields, string][] = [
        [{ price: '513' }, 'column is over 512'],
        [{ code: 'SS' }, 'column is over 512'],
        [{ amount: '4,513' }, 'column is over 512'],
        [{ preset: '999999999999999' }, 'preset not found'],
        [{ preset: 'x' }, 'preset not found'],
        [{ brandId: '9'.repeat(30) }, 'brand not found'],
        [{ providerId: '-1' }, 'provider not found'],
      ];
      for (const [fields, error] of refusals)
        expect([fields, statusAndError(await upload(shop, wide, fields))[1]]).toEqual([fields, error]);
      const last = await upload(shop, wide, { code: '512', startRow: '2', endRow: '2' });
      expect(last.json<UploadAnswer>()).toMatchObject({ created: 1, failed: 0 });
      expect((await positionsOf(shop))[0]?.code).toBe('В-512');
      for (const fields of [
        { startRow: '1048577' },
        { startRow: '999999999999999999' },
        { startRow: '3', endRow: '2' },
        { sheet: 'л'.repeat(10_000) },
        { skipWords: 'слово;'.repeat(3_000) },
      ] as Fields[]) {
        const answer = await upload(shop, list(2), { ...fields, confirm: '0' });
        expect([400, 409, 413]).toContain(answer.statusCode);
      }
      expect(await positionsOf(shop)).toHaveLength(1);
    }));

  test('taken back, and the taking back taken back, stands as it did, each by a dry run that says so', () =>
    withBridge(open, async (shop) => {
      await upload(shop, list(4, 100));
      const { runId } = (await upload(shop, list(6, 150))).json<UploadAnswer>();
      const after = await positionsOf(shop);
      const undo = async (id: number, query = '') =>
        (await shop.call('POST', `/import/runs/${id}/undo${query}`)).json<UndoAnswer>();
      const facts = ({ restored, removed, kept }: UndoAnswer) => ({ restored, removed, kept });
      const planned = await undo(runId, '?dryRun=1');
      expect(await positionsOf(shop)).toEqual(after);
      const taken = await undo(runId);
      expect(facts(taken)).toEqual(facts(planned));
      expect(facts(taken)).toEqual({ restored: 4, removed: 2, kept: 0 });
      const back = await undo(taken.runId ?? 0);
      expect(back).toMatchObject({ restored: 6, removed: 0, kept: 0 });
      const shown = (rows: typeof after) => rows.map(({ price, amount, hidden }) => [price, amount, hidden]);
      expect(shown(await positionsOf(shop))).toEqual(shown(after));
      const again = await shop.call('POST', `/import/runs/${taken.runId}/undo`);
      expect(statusAndError(again)).toEqual([409, 'run already undone']);
      const run = (await shop.call('GET', `/import/runs/${runId}`)).json<RunAnswer>();
      expect(run).toMatchObject({ canUndo: true, undoneBy: null });
    }));
});
