import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RunChangesPage } from '../../../contract/catalogue/run-changes.ts';
import type { DryRunAnswer, RunAnswer, RunPage, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { readPriceFile } from '../../../server/platform/sheet-reader/reader.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { USUAL, upload } from './catalogue.ts';

vi.setConfig({ testTimeout: 120_000 });

type Fields = Readonly<Record<string, string>>;

const HEAD = 'Артикул;Наименование;Цена;Остаток';
const list = (count: number, price: (at: number) => string, amount = '2'): string =>
  [HEAD, ...Array.from({ length: count }, (_, at) => `A-${at};Фильтр масляный ${at};${price(at)};${amount}`)].join(
    '\n',
  );

const positionsOf = ({ bridge }: TestBridge) =>
  bridge.database.read.selectFrom('positions').selectAll().orderBy('id').execute();

const kinds = (doubts: readonly { readonly kind: string }[]) => doubts.map(({ kind }) => kind);

async function linesOf(book: Answer): Promise<string[]> {
  const file = join(await workFolder(), 'book.xlsx');
  await writeFile(file, book.rawPayload);
  const lines: string[] = [];
  for await (const piece of readPriceFile({ file, sheet: null, startRow: 1, endRow: null, columns: null }))
    if (piece.kind === 'rows')
      lines.push(...piece.rows.map(({ cells }) => [...cells.values()].map(({ text }) => text).join(';')));
  return lines;
}

aboveSql('the price desk', (open, dialect) => {
  test('a dry run says what an upload does, and writes nothing', () =>
    withBridge(open, async (shop) => {
      await upload(
        shop,
        list(10, () => '100'),
      );
      const before = await positionsOf(shop);
      const price = (at: number) => (at === 0 ? '250' : at === 1 ? '50' : at === 2 ? 'x' : '100');
      const next = `${list(12, price)}\nA-3;Фильтр масляный 3;100;7`;
      const planned = await upload(shop, next, { dryRun: '1' });
      expect(planned.statusCode).toBe(200);
      const plan = planned.json<DryRunAnswer>();
      expect(plan).toMatchObject({ dryRun: true, rows: 13, suspicions: [] });
      expect(plan.counts).toEqual({
        created: 2,
        priceUp: 1,
        priceDown: 1,
        priceGone: 0,
        stockChanged: 1,
        termsChanged: 0,
        unchanged: 6,
        repeated: 1,
        skipped: 0,
        failed: 1,
        clashing: 0,
        hidden: 0,
      });
      expect(plan.largest.map(({ article, priceBefore, price: now }) => [article, priceBefore, now])).toEqual([
        ['A-0', '100.00', '250.00'],
        ['A-1', '100.00', '50.00'],
      ]);
      expect(plan.samples.created.map(({ row, positionId, article }) => [row, positionId, article])).toEqual([
        [12, null, 'A-10'],
        [13, null, 'A-11'],
      ]);
      expect(plan.samples.stockChanged).toMatchObject([{ article: 'A-3', amountBefore: 2, amount: 7 }]);
      expect(plan.errorGroups).toMatchObject([{ column: 'C', count: 1, rows: '4', text: 'x' }]);
      expect(await positionsOf(shop)).toEqual(before);
      expect((await shop.call('GET', '/import/runs')).json<RunPage>().runs).toHaveLength(1);

      const applied = (await upload(shop, next)).json<UploadAnswer>();
      expect(applied.counts).toEqual(plan.counts);
    }));

  test('refuses what looks wrong until somebody confirms it, and marks it where nobody is asked', () =>
    withBridge(open, async (shop) => {
      const right = list(20, () => '100');
      const shifted = { title: '3', price: '2', confirm: '0' };
      const refused = await upload(shop, right, shifted);
      expect(refused.statusCode).toBe(409);
      const { error, suspicions, counts } = refused.json();
      expect(error).toBe('import looks wrong');
      expect(kinds(suspicions)).toEqual(['nothing-applied', 'columns-shifted', 'column-unlike', 'column-unlike']);
      expect(counts).toMatchObject({ failed: 20 });
      expect(await positionsOf(shop)).toEqual([]);
      // Every value can be read where the code of the goods is taken for their price: only the layout speaks against it.
      const coded = right.replaceAll(/^(A-(\d+);.*)$/gmu, '$1;10$2').replace(HEAD, `${HEAD};Код`);
      const wrongPrice = { price: '5' };
      const asked = await upload(shop, coded, { ...wrongPrice, confirm: '0' });
      expect(asked.statusCode).toBe(409);
      expect(asked.json().suspicions).toMatchObject([
        { kind: 'column-unlike', text: expect.stringContaining('C («Цена»)') },
      ]);
      const plain = await upload(shop, coded, wrongPrice);
      expect(plain.statusCode).toBe(200);
      expect(kinds(plain.json<UploadAnswer>().doubtful)).toEqual(['column-unlike']);
      expect((await upload(shop, coded, { ...wrongPrice, confirm: '1' })).statusCode).toBe(200);
      const { runs } = (await shop.call('GET', '/import/runs')).json<RunPage>();
      expect(runs.map(({ outcome, error: why }) => [outcome, why])).toEqual([
        ['done', null],
        ['done', null],
        ['failed', 'import looks wrong'],
        ['failed', 'import looks wrong'],
      ]);
    }));

  test(
    'keeps every run with its file, changes and errors; a corrected workbook of errors changes only its rows',
    { tags: ['store'] },
    () =>
      withBridge(open, async (shop) => {
        const text = list(30, (at) => (at % 10 === 3 ? 'непонятно' : '100'));
        const { runId } = (await upload(shop, text)).json<UploadAnswer>();
        const run = (await shop.call('GET', `/import/runs/${runId}`)).json<RunAnswer>();
        expect(run).toMatchObject({
          kind: 'file',
          source: 'call',
          outcome: 'done',
          fileName: 'Прайс.csv',
          fileBytes: Buffer.byteLength(text),
          isFileKept: true,
          provider: { id: 1 },
          counts: { created: 27, failed: 3 },
          errorCount: 3,
          errorGroups: [{ column: 'C', count: 3, rows: '5, 15, 25' }],
          canUndo: true,
          progress: null,
        });
        expect((await shop.call('GET', `/import/runs/${runId}/file`)).rawPayload.toString()).toBe(text);
        const page = (await shop.call('GET', `/import/runs/${runId}/changes`)).json<RunChangesPage>();
        expect(page).toMatchObject({ total: 27, next: null });
        expect(page.changes[0]).toMatchObject({ article: 'A-0', before: null, after: { price: 10_000 } });
        const found = await shop.call('GET', `/import/runs/${runId}/changes?query=a1`);
        const { changes, total } = found.json<RunChangesPage>();
        expect(changes.map(({ article }) => article)).toContain('A-19');
        expect(total).toBe(changes.length);
        expect(await linesOf(await shop.call('GET', `/import/runs/${runId}/changes.xlsx`))).toHaveLength(28);

        const book = await linesOf(await shop.call('GET', `/import/runs/${runId}/errors.xlsx`));
        expect(book[0]).toBe(`${HEAD};Ошибка`);
        expect(book.slice(1).map((line) => line.split(';').slice(0, 4).join(';'))).toEqual(
          [3, 13, 23].map((at) => `A-${at};Фильтр масляный ${at};непонятно;2`),
        );
        const corrected = book.map((line) => line.replace('непонятно', '77')).join('\n');
        const again = (await upload(shop, corrected)).json<UploadAnswer>();
        expect(again.counts).toMatchObject({ created: 3, failed: 0 });
        expect(await positionsOf(shop)).toHaveLength(30);
      }),
  );

  test('keeps by what a run was read, how many positions it hid, and numbers as numbers in its workbook of errors', () =>
    withBridge(open, async (shop) => {
      const rules = { profit: '20', rounding: '10', missing: 'hide' };
      await upload(
        shop,
        list(6, () => '100'),
      );
      const text = `${list(4, () => '100')}\n-;Без артикула;1250,5;7`;
      const { runId } = (await upload(shop, text, { ...rules, confirm: '1' })).json<UploadAnswer>();
      const run = (await shop.call('GET', `/import/runs/${runId}`)).json<RunAnswer>();
      expect(run.counts).toMatchObject({ priceUp: 4, hidden: 2 });
      expect(run.form).toEqual({ ...USUAL, ...rules });
      expect(run.settings).not.toHaveProperty('form');
      const file = join(await workFolder(), 'book.xlsx');
      await writeFile(file, (await shop.call('GET', `/import/runs/${runId}/errors.xlsx`)).rawPayload);
      const kindsOf: string[][] = [];
      for await (const piece of readPriceFile({ file, sheet: null, startRow: 2, endRow: null, columns: null }))
        if (piece.kind === 'rows')
          kindsOf.push(
            ...piece.rows.map(({ cells }) => [...cells.values()].map((cell) => `${cell.kind} ${cell.text}`)),
          );
      expect(kindsOf.map((cells) => cells.slice(0, 4))).toEqual([
        ['text -', 'text Без артикула', 'number 1250.5', 'number 7'],
      ]);
    }));

  test('names before it is applied which other row a row clashes with', () =>
    withBridge(open, async (shop) => {
      const text = `${list(30, () => '100')}\nA-3;Ремень;100;2\nA-5;Фильтр масляный 5;100;2`;
      const plan = (await upload(shop, text, { dryRun: '1' })).json<DryRunAnswer>();
      expect(plan.clashes.map(({ row, message }) => [row, message.replaceAll('\u00a0', ' ')])).toEqual([
        [32, 'Та же позиция, что в строке 5: «Фильтр масляный 3» и «Ремень»; взята строка 32'],
      ]);
    }));

  test('gives back the rows that were passed over with those that failed, and why', () =>
    withBridge(open, async (shop) => {
      const text = `${list(8, (at) => (at === 3 ? 'непонятно' : '100'))}\n;Без артикула;100;2\nB-1;Ремень б/у;100;2`;
      const { runId, ...answer } = (await upload(shop, text, { skipWords: 'б/у' })).json<UploadAnswer>();
      expect(answer).toMatchObject({ created: 7, failed: 1, skipped: 2 });
      const run = (await shop.call('GET', `/import/runs/${runId}`)).json<RunAnswer>();
      expect(run.errorCount).toBe(3);
      const lines = await linesOf(await shop.call('GET', `/import/runs/${runId}/errors.xlsx`));
      expect(lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
        `${HEAD};Ошибка`,
        expect.stringContaining('A-3;Фильтр масляный 3;непонятно;2;C: Цена'),
        'Без артикула;100;2;A: Нет артикула, строка пропущена',
        expect.stringMatching(/^B-1;Ремень б\/у;100;2;.*пропущена/),
      ]);
    }));

  test('gives back the rows whose articles are unknown where nothing new is to be added, and says so', () =>
    withBridge(open, async (shop) => {
      await upload(
        shop,
        list(3, () => '100'),
      );
      const text = `${list(2, () => '110')}\nB-1;Ремень;100;2`;
      const answer = (await upload(shop, text, { addNewPositionMode: '' })).json<UploadAnswer>();
      expect(answer).toMatchObject({ updated: 2, failed: 0, skipped: 1, doubtful: [], warnings: [] });
      const run = (await shop.call('GET', `/import/runs/${answer.runId}`)).json<RunAnswer>();
      expect(run).toMatchObject({ errorCount: 1, warningGroups: [{ column: 'A', count: 1, rows: '4' }] });
      const lines = await linesOf(await shop.call('GET', `/import/runs/${answer.runId}/errors.xlsx`));
      expect(lines[1]?.replaceAll('\u00a0', ' ')).toBe(
        'B-1;Ремень;100;2;A: Такого артикула в каталоге нет, а новые позиции не добавляются',
      );
    }));

  test('takes a price that is to be asked for as none, and not as an error', () =>
    withBridge(open, async (shop) => {
      const answer = (
        await upload(
          shop,
          list(5, (at) => (at === 1 ? 'спросите' : '100')),
        )
      ).json<UploadAnswer>();
      expect(answer).toMatchObject({ created: 5, failed: 0 });
      expect(answer.warnings).toMatchObject([{ row: 3, code: 'price-in-words', text: 'спросите' }]);
    }));

  test('reads a file that was kept when its layout was guessed, and says when it is gone', () =>
    withBridge(open, async (shop) => {
      const form = new FormData();
      form.append('file', new Blob([list(5, () => '100')]), 'x.csv');
      const guessed = (await shop.call('POST', '/file/guess', { form })).json<GuessAnswer>();
      const send = (fileId: string) => {
        const named = new FormData();
        for (const [name, value] of Object.entries({ ...USUAL, fileId, fileName: 'Мой прайс.csv' }))
          named.append(name, value);
        return shop.call('POST', '/file/upload', { form: named });
      };
      expect((await send(guessed.fileId)).json<UploadAnswer>().created).toBe(5);
      const { runs } = (await shop.call('GET', '/import/runs')).json<RunPage>();
      expect(runs[0]?.fileName).toBe('Мой прайс.csv');
      for (const gone of ['../../bridge.db', guessed.fileId.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
        const answer = await send(gone);
        expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'file is not kept' }]);
      }
    }));

  test('presets: saved, offered for their header, used; a header that moved is asked about', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const text = list(12, () => '100');
      const headers = HEAD.split(';');
      const fields = {
        article: '1',
        title: '2',
        price: '3',
        amount: '4',
        startRow: '2',
        brandId: '1',
        addNewPositionMode: 'on',
      };
      const preset = { providerId: 1, name: 'Розница', fields, headers };
      const made = await shop.call('POST', '/import/presets', { json: preset });
      expect(made.statusCode).toBe(201);
      const { id } = made.json();
      const twin = await shop.call('POST', '/import/presets', { json: preset });
      expect([twin.statusCode, twin.json()]).toEqual([409, { error: 'preset with this name exists' }]);
      const stranger = await shop.call('POST', '/import/presets', { json: { ...preset, providerId: 99 } });
      expect(stranger.json()).toEqual({ error: 'provider not found' });

      const form = new FormData();
      form.append('file', new Blob([text]), 'x.csv');
      const { sheets } = (await shop.call('POST', '/file/guess', { form })).json<GuessAnswer>();
      expect(sheets[0]).toMatchObject({ headers, presets: [{ id, name: 'Розница', providerId: 1 }] });

      const sendWith = (content: string, extra: Fields = {}) => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ preset: String(id), ...extra })) body.append(name, value);
        body.append('file', new Blob([content]), 'x.csv');
        return shop.call('POST', '/file/upload', { form: body });
      };
      expect((await sendWith(text, { confirm: '0' })).json<UploadAnswer>().created).toBe(12);
      const moved = text.replace(HEAD, 'Артикул;Наименование;Остаток;Цена');
      const asked = await sendWith(moved, { dryRun: '1' });
      expect(kinds(asked.json<DryRunAnswer>().suspicions)[0]).toBe('header-changed');
      expect((await sendWith(moved, { confirm: '0' })).statusCode).toBe(409);
      // With its columns found by their headings nothing is to be asked.
      const found = await sendWith(moved, { dryRun: '1', price: '4', amount: '3' });
      expect(found.json<DryRunAnswer>().suspicions.map(({ kind }) => kind)).not.toContain('header-changed');
      expect((await sendWith(text, { preset: '77' })).json()).toEqual({ error: 'preset not found' });

      const renamed = await shop.call('PATCH', `/import/presets/${id}`, { json: { name: 'Опт' } });
      expect(renamed.json()).toMatchObject({ id, name: 'Опт', fields });
      expect((await shop.call('GET', '/import/presets?providerId=1')).json()).toHaveLength(1);
      expect((await shop.call('DELETE', `/import/presets/${id}`)).statusCode).toBe(200);
      expect((await shop.call('GET', '/import/presets')).json()).toEqual([]);
    }),
  );

  test('asks where a provider has presets and its list is read without one', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const text = list(12, () => '100');
      const json = { providerId: 1, name: 'Опт', fields: { ...USUAL, profit: '20' }, headers: HEAD.split(';') };
      const { id } = (await shop.call('POST', '/import/presets', { json })).json<{ id: number }>();
      const suspicions = async (fields: Fields = {}) =>
        kinds((await upload(shop, text, { dryRun: '1', ...fields })).json<DryRunAnswer>().suspicions);
      expect(await suspicions()).toEqual(['preset-unused']);
      expect(await suspicions({ preset: String(id) })).toEqual([]);
      expect(await suspicions({ profit: '20' })).toEqual([]);
      const refused = await upload(shop, text, { confirm: '0' });
      expect([refused.statusCode, kinds(refused.json().suspicions)]).toEqual([409, ['preset-unused']]);
      expect((await upload(shop, text, { confirm: '0', preset: String(id) })).json()).toMatchObject({ created: 12 });
      // The mark-up gone shows in the prices too.
      const marked = (await upload(shop, text)).json<UploadAnswer>().doubtful;
      expect(kinds(marked)).toEqual(['prices-shifted', 'preset-unused']);
      expect(marked[0]?.text).toContain('×0,83');
    }),
  );

  test('asks where only the presets of another provider know such a header', () =>
    withBridge(open, async (shop) => {
      const row = { title: 'Чужой склад', created_at: 1, updated_at: 1 };
      const { id } = await shop.bridge.database.write((transaction) =>
        transaction.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow(),
      );
      const headers = [...HEAD.split(';'), 'Кратность'];
      const save = (providerId: number, name = 'Опт', known = headers) =>
        shop.call('POST', '/import/presets', { json: { providerId, name, fields: {}, headers: known } });
      await save(id);
      const text = list(12, () => '100').replace(HEAD, headers.join(';'));
      const suspicions = async (content: string, providerId: number) =>
        (await upload(shop, content, { providerId: String(providerId), dryRun: '1' })).json<DryRunAnswer>().suspicions;
      // A provider without presets may have the same header.
      expect(await suspicions(text, 1)).toEqual([]);
      await save(1, 'Розница', [...headers, 'Вес']);
      expect(await suspicions(text, 1)).toMatchObject([
        { kind: 'other-provider', text: expect.stringContaining('«Чужой склад»') },
      ]);
      expect(await suspicions(text, id)).toEqual([]);
      // A header common to all lists identifies none.
      expect(await suspicions(text.replace(';Кратность', ''), 1)).toEqual([]);
      await save(1);
      expect(await suspicions(text, 1)).toEqual([]);
    }));

  test('asks where most articles are another provider’s and hardly any the chosen one’s', () =>
    withBridge(open, async (shop) => {
      const row = { title: 'Чужой склад', created_at: 1, updated_at: 1 };
      const { id } = await shop.bridge.database.write((transaction) =>
        transaction.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow(),
      );
      const text = list(40, () => '100');
      const of = (providerId: number, fields: Readonly<Record<string, string>> = {}) =>
        upload(shop, text, { providerId: String(providerId), ...fields });
      const suspicions = async (providerId: number) =>
        (await of(providerId, { dryRun: '1' })).json<DryRunAnswer>().suspicions;
      const known = async () => {
        const form = new FormData();
        form.append('file', new Blob([text]), 'x.csv');
        return (await shop.call('POST', '/file/guess', { form })).json<GuessAnswer>().known;
      };
      expect(await known()).toEqual({ articles: 20, owners: [] });
      expect(await suspicions(1)).toEqual([]);
      expect((await of(id, { confirm: '0' })).json<UploadAnswer>().doubtful).toEqual([]);
      expect(await known()).toEqual({ articles: 20, owners: [{ id, title: 'Чужой склад', count: 20 }] });
      expect(await suspicions(id)).toEqual([]);
      const told = [
        {
          kind: 'other-provider',
          text: 'Похоже, это прайс поставщика «Чужой склад»: из проверенных артикулов у него есть 40 из 40, а у выбранного — 0 из 40.',
        },
      ];
      const plain = (doubts: readonly { text: string }[]) =>
        doubts.map((doubt) => ({ ...doubt, text: doubt.text.replaceAll('\u00a0', ' ') }));
      expect(plain(await suspicions(1))).toEqual(told);
      const refused = await of(1, { confirm: '0' });
      expect([refused.statusCode, plain(refused.json().suspicions)]).toEqual([409, told]);
      // A reader of the list may have both; the rows of the run itself do not say whose list it was.
      expect(plain((await of(1, { confirm: '1' })).json<UploadAnswer>().doubtful)).toEqual(told);
      expect(await suspicions(1)).toEqual([]);
      // Removed positions are no sign.
      await shop.bridge.database.write((transaction) =>
        transaction.updateTable('positions').set({ hidden: 2 }).where('provider_id', '=', 1).execute(),
      );
      expect(plain(await suspicions(1))).toEqual(told);
      await shop.bridge.database.write((transaction) =>
        transaction.updateTable('positions').set({ hidden: 2 }).execute(),
      );
      expect(await suspicions(1)).toEqual([]);
    }));

  test('a second upload waits for the first, and can be cancelled while it waits', ({ skip }) =>
    withBridge(open, async (shop) => {
      if (dialect === 'PGlite') skip('the embedded PostgreSQL has one connection: nothing is read while a run has it');
      const first = upload(
        shop,
        list(6_000, () => '100'),
      );
      const second = upload(
        shop,
        list(10, () => '200'),
      );
      const waiting = await vi.waitFor(
        async () => {
          const { runs } = (await shop.call('GET', '/import/runs')).json<RunPage>();
          const run = runs.find(({ outcome }) => outcome === 'queued');
          expect(run?.progress).toMatchObject({ phase: 'queued', ahead: 1 });
          return run;
        },
        { timeout: 30_000, interval: 20 },
      );
      expect((await shop.call('DELETE', `/import/runs/${waiting?.id}`)).statusCode).toBe(200);
      const answers = await Promise.all([first, second]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses).toEqual([200, 409]);
      const { runs } = (await shop.call('GET', '/import/runs')).json<RunPage>();
      expect(runs.map(({ outcome }) => outcome).toSorted()).toEqual(['cancelled', 'done']);
      const over = await shop.call('DELETE', `/import/runs/${waiting?.id}`);
      expect([over.statusCode, over.json()]).toEqual([409, { error: 'run already ended' }]);
    }));

  test('positions that the file does not name stay, lose their stock or go, as the form wishes', () =>
    withBridge(open, async (shop) => {
      await upload(
        shop,
        list(12, () => '100'),
      );
      // A-0 fails, so it is named; are not.
      const shorter = list(10, (at) => (at === 0 ? 'x' : '100'));
      const planned = (await upload(shop, shorter, { missing: 'zero', dryRun: '1' })).json<DryRunAnswer>();
      expect([planned.missing, planned.suspicions]).toEqual([2, []]);
      const amounts = async () => (await positionsOf(shop)).map(({ amount }) => amount);
      await upload(shop, shorter);
      expect(await amounts()).toEqual(Array(12).fill(2));
      expect((await upload(shop, shorter, { missing: 'zero' })).json<UploadAnswer>().missing).toBe(2);
      expect(await amounts()).toEqual([...Array(10).fill(2), 0, 0]);
      expect((await upload(shop, shorter, { missing: 'hide' })).json<UploadAnswer>().missing).toBe(2);
      const hidden = async () => (await positionsOf(shop)).map((position) => position.hidden);
      expect(await hidden()).toEqual([...Array(10).fill(0), 2, 2]);
      const back = (
        await upload(
          shop,
          list(12, () => '100'),
        )
      ).json<UploadAnswer>();
      expect([back.created, await hidden()]).toEqual([2, Array(12).fill(0)]);

      const few = await upload(
        shop,
        list(5, () => '100'),
        { missing: 'hide' },
      );
      expect([few.statusCode, kinds(few.json().suspicions)]).toEqual([409, ['mostly-missing']]);
      const nothing = await upload(shop, HEAD, { missing: 'hide', confirm: '1' });
      expect(nothing.json<UploadAnswer>()).not.toHaveProperty('missing');
      expect(await hidden()).toEqual(Array(12).fill(0));
      const odd = await upload(shop, HEAD, { missing: 'burn' });
      expect([odd.statusCode, odd.json()]).toEqual([400, { error: 'invalid missing' }]);
    }));
});
