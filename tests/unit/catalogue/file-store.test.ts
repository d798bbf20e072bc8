import { expect, test } from 'vitest';
import type { CrossUploadAnswer } from '../../../contract/catalogue/crosses.ts';
import { NO_COUNTS } from '../../../contract/catalogue/runs.ts';
import type { GuessAnswer, GuessedSheet } from '../../../contract/price-lists/guess.ts';
import { createCrossFile, layoutMistake, layoutOf } from '../../../src/lib/price-lists/upload/cross-file.ts';

const sheet = (name: string, cross: number | null, notes: GuessedSheet['notes'] = []) =>
  ({
    name,
    startRow: 2,
    headerRows: [1],
    columns: { article: 1, manufacturer: 2, cross, crossMaker: null },
    notes,
    rows: [],
  }) as unknown as GuessedSheet;

const GUESS: GuessAnswer = {
  fileId: 'kept',
  sheets: [sheet('Прайс', null), sheet('Остатки', 5), sheet('Кросс', 3, ['crosses'])],
};
const ANSWER: CrossUploadAnswer = {
  ...{ dryRun: true, runId: null, rows: 1, counts: { ...NO_COUNTS, created: 1 } },
  ...{ samples: [], errorGroups: [], warningGroups: [] },
};
const FILE = new File(['x'], 'кроссы.xlsx');

test('the sheet of crosses is chosen, else one with crosses, else the first', async () => {
  const named = async (sheets: GuessedSheet[]) => {
    const store = createCrossFile({ guess: async () => ({ fileId: '', sheets }), upload: async () => ANSWER });
    await store.choose(FILE);
    return store.$file.get().layout?.sheet;
  };
  expect(await named(GUESS.sheets)).toBe('Кросс');
  expect(await named(GUESS.sheets.slice(0, 2))).toBe('Остатки');
  expect(await named(GUESS.sheets.slice(0, 1))).toBe('Прайс');
  expect(await named([])).toBeUndefined();
});

test('what is missing of a layout is told before it is sent', () => {
  const layout = layoutOf(sheet('Кросс', 3), 'both');
  const withColumns = (columns: object) => ({ ...layout, columns: { ...layout.columns, ...columns } });
  expect(layoutMistake(layout)).toBeNull();
  expect(layoutMistake(withColumns({ article: null }))).toBe('article');
  expect(layoutMistake(withColumns({ cross: null }))).toBe('cross');
  expect(layoutMistake(withColumns({ cross: 1 }))).toBe('cross');
  expect(layoutMistake({ ...layout, startRow: '0' })).toBe('startRow');
});

test('a file is checked as its layout stands, and a check of another layout counts no more', async () => {
  const sent: FormData[] = [];
  const answers = [Promise.withResolvers<CrossUploadAnswer>(), Promise.withResolvers<CrossUploadAnswer>()];
  const store = createCrossFile({
    guess: async () => GUESS,
    upload: (form) => (answers[sent.push(form) - 1] as (typeof answers)[0]).promise,
  });
  await store.choose(FILE);
  const { layout } = store.$file.get();
  expect(layout).toMatchObject({ sheet: 'Кросс', way: 'both', columns: { article: 1, maker: 2, cross: 3 } });
  const checking = store.check();
  expect(store.$state.get()).toEqual({ phase: 'checking' });
  void store.check();
  expect(sent).toHaveLength(1);
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    ...{ fileId: 'kept', fileName: 'кроссы.xlsx', sheet: 'Кросс', way: 'both', dryRun: '1' },
    ...{ article: '1', maker: '2', cross: '3', crossMaker: '' },
  });
  if (layout) store.change({ ...layout, way: 'replaces' });
  answers[0]?.resolve(ANSWER);
  await checking;
  expect(store.$state.get()).toEqual({ phase: 'idle' });

  const again = store.check();
  answers[1]?.resolve(ANSWER);
  await again;
  expect(store.$state.get()).toEqual({ phase: 'checked', answer: ANSWER });
  if (layout) store.change(layout);
  expect(store.$state.get()).toEqual({ phase: 'idle' });
});

test('a file that nobody can read says why, and another one can be chosen', async () => {
  let fails = true;
  const store = createCrossFile({
    guess: async () => {
      if (fails) throw new Error('broken');
      return GUESS;
    },
    upload: async () => ANSWER,
  });
  await store.choose(FILE);
  expect(store.$file.get()).toMatchObject({ file: FILE, guess: null, failure: { kind: expect.any(String) } });
  fails = false;
  await store.choose(FILE);
  expect(store.$file.get()).toMatchObject({ guess: GUESS, failure: null });
  await store.choose(null);
  expect(store.$file.get()).toMatchObject({ file: null, guess: null, layout: null });
});
