import { describe, expect, it } from 'vitest';
import type { RunChangesPage } from '../../../contract/catalogue/run-changes.ts';
import type { RunAnswer, RunPage, RunRow } from '../../../contract/catalogue/runs.ts';
import { runs as texts } from '../../../src/lib/price-lists/runs/history-texts.ts';
import type { RunCalls } from '../../../src/lib/price-lists/runs/run-calls.ts';
import {
  changedCells,
  createChanges,
  createRun,
  createRuns,
  runErrorText,
} from '../../../src/lib/price-lists/runs/run-store.ts';
import { titleReading } from '../../../src/lib/price-lists/runs/title-reading-texts.ts';
import { formatDuration } from '../../../src/lib/price-lists/upload/progress-texts.ts';

const row = (id: number, outcome: RunRow['outcome'] = 'done') => ({ id, outcome }) as RunRow;
const refused = (status: number) => ({ response: { status }, data: {} });

const listOf = (calls: Pick<RunCalls, 'list'>) => createRuns(calls);

describe('the history of runs', () => {
  it('shows page after page', async () => {
    const pages: Readonly<Record<string, RunPage>> = {
      first: { runs: [row(9), row(8)], next: 'second' },
      second: { runs: [row(7)], next: null },
    };
    const runs = listOf({ list: async (cursor) => pages[cursor ?? 'first'] as RunPage });
    await runs.load();
    expect(runs.$list.get()).toMatchObject({ phase: 'ready', next: 'second' });
    await runs.more();
    expect(runs.$list.get().rows.map(({ id }) => id)).toEqual([9, 8, 7]);
    await runs.more();
    expect(runs.$list.get().next).toBeNull();
  });

  it('brings the newest runs up to date and keeps the older ones that are shown', async () => {
    let first: RunPage = { runs: [row(2, 'running')], next: 'older' };
    const runs = listOf({ list: async (cursor) => (cursor === null ? first : { runs: [row(1)], next: null }) });
    await runs.load();
    await runs.more();
    first = { runs: [row(3, 'queued'), row(2)], next: 'older' };
    await runs.refresh();
    expect(runs.$list.get().rows).toEqual([row(3, 'queued'), row(2), row(1)]);
    expect(runs.$list.get().next).toBeNull();
  });

  it('keeps what it shows when a look fails, and says why the first one did', async () => {
    let fails = false;
    const runs = listOf({
      list: async () => {
        if (fails) throw refused(503);
        return { runs: [row(1)], next: null };
      },
    });
    await runs.load();
    fails = true;
    await runs.refresh();
    expect(runs.$list.get()).toMatchObject({ phase: 'ready', rows: [row(1)], failure: null });
    await runs.load();
    expect(runs.$list.get()).toMatchObject({ phase: 'failed', failure: { kind: 'busy' } });
  });
});

describe('the page of a run', () => {
  const answer = (outcome: RunRow['outcome']) => row(5, outcome) as RunAnswer;

  it('follows the run until it ends', async () => {
    const outcomes: RunRow['outcome'][] = ['queued', 'running', 'done', 'failed'];
    const calls = { run: async () => answer(outcomes.shift() ?? 'done'), cancel: async () => {}, mail: async () => {} };
    const run = createRun(calls, 5);
    await run.load();
    await run.refresh();
    await run.refresh();
    await run.refresh();
    expect(run.$run.get()).toEqual({ phase: 'ready', value: answer('done') });
  });

  it('shows how the run ended when it cannot be stopped any more', async () => {
    let outcome: RunRow['outcome'] = 'running';
    const run = createRun(
      {
        run: async () => answer(outcome),
        cancel: async () => {
          outcome = 'done';
          throw refused(409);
        },
        mail: async () => {},
      },
      5,
    );
    await run.load();
    expect(await run.cancel()).toMatchObject({ kind: 'in-use' });
    expect(run.$run.get()).toEqual({ phase: 'ready', value: answer('done') });
  });
});

describe('the mail about a run', () => {
  it('is asked for and forgone; where the run has just ended, the page shows that', async () => {
    const wishes: boolean[] = [];
    let outcome: RunRow['outcome'] = 'queued';
    const calls = {
      run: async () => ({ ...row(5, outcome), isMailed: wishes.at(-1) ?? false }) as RunAnswer,
      cancel: async () => {},
      mail: async (_id: number, wanted: boolean) => {
        if (outcome === 'done') throw refused(409);
        wishes.push(wanted);
      },
    };
    const run = createRun(calls, 5);
    await run.load();
    expect(await run.mail(true)).toBeNull();
    expect(run.$run.get()).toMatchObject({ value: { isMailed: true } });
    expect(await run.mail(false)).toBeNull();
    expect(run.$run.get()).toMatchObject({ value: { isMailed: false } });
    outcome = 'done';
    expect(await run.mail(true)).toMatchObject({ kind: 'in-use' });
    expect(run.$run.get()).toMatchObject({ value: { outcome: 'done' } });
    expect(wishes).toEqual([true, false]);
  });
});

describe('the changes of a run', () => {
  const page = (id: number, next: string | null): RunChangesPage => ({
    changes: [{ positionId: id, article: `A${id}`, title: '', before: null, after: {} }],
    next,
    total: 2,
  });

  it('are narrowed by words and continued where the page before ended', async () => {
    const asked: unknown[] = [];
    const changes = createChanges(
      {
        changes: async (_id, query, cursor) => {
          asked.push([query, cursor]);
          return cursor === null ? page(1, 'more') : page(2, null);
        },
      },
      5,
    );
    await changes.search('фильтр');
    await changes.more();
    await changes.more();
    expect(asked).toEqual([
      ['фильтр', null],
      ['фильтр', 'more'],
    ]);
    expect(changes.$list.get().rows.map(({ positionId }) => positionId)).toEqual([1, 2]);
  });

  it('are told in words, without what follows from them', () => {
    const cells = changedCells({
      positionId: 1,
      article: 'A',
      title: '',
      before: { price: 10_050, amount: 2, code: '', weight: 0 },
      after: { price: 0, amount: 3, code: 'X1', weight: 125, alias: 'a' },
    });
    expect(cells.map((cell) => Object.values(cell).join(' | ').replaceAll('\u00a0', ' '))).toEqual([
      'Код позиции | — | X1',
      'Цена | 100,50 ₽ | нет цены',
      'Количество | 2 | 3',
      'Вес, кг | 0 | 1,25',
    ]);
  });

  it('tell of a new position what it has besides its name', () => {
    const after = { article: 'A', title: 'B', price: 5_000, amount: 0, manufacturer: 'Завод', code: '' };
    const cells = changedCells({ positionId: 1, article: 'A', title: 'B', before: null, after });
    expect(cells.map(({ label, before, after: value }) => [label, before, value.replace('\u00a0', ' ')])).toEqual([
      ['Производитель', null, 'Завод'],
      ['Цена', null, '50,00 ₽'],
    ]);
  });
});

it.each([
  [40, 'меньше секунды'],
  [1_840, '1,8 с'],
  [42_400, '42 с'],
  [60_000, '1 мин'],
  [185_000, '3 мин 5 с'],
  [7_800_000, '2 ч 10 мин'],
])('%d ms take «%s»', (milliseconds, text) => {
  expect(formatDuration(milliseconds).replaceAll('\u00a0', ' ')).toBe(text);
});

it.each([
  [{ kind: 'file', fileName: 'прайс.xlsx', undoes: null }, 'прайс.xlsx'],
  [{ kind: 'file', fileName: '', undoes: null }, 'Прайс'],
  [{ kind: 'undo', fileName: '', undoes: 7 }, 'Отмена загрузки № 7'],
  [{ kind: 'hand', fileName: '', undoes: null }, 'Правка вручную'],
] as const)('the run %o is called «%s»', (run, title) => {
  expect(texts.titleOf(run).replaceAll('\u00a0', ' ')).toBe(title);
});

describe('why a run failed', () => {
  it('is told in words, whatever the service kept', () => {
    expect(runErrorText('import looks wrong')).toMatch(/^[А-ЯЁ]/);
    expect(runErrorText('Файл повреждён')).toBe('Файл повреждён.');
    expect(runErrorText('internal server error')).toBe('На\u00a0сервере произошла ошибка. Повторите позже.');
  });
});

describe('how well titles are read', () => {
  const reading = { titles: 1_000, kinds: 999, machines: 0, unread: 1, words: [] };

  it('is said in percent, never as all or nothing where it is not', () => {
    const said = (some: Partial<typeof reading>) =>
      titleReading.readOf({ ...reading, ...some }).replaceAll('\u00a0', ' ');
    expect(said({})).toBe('Прочитано: деталь — в 99 % названий, машина — в 0 %.');
    expect(said({ kinds: 1_000, machines: 1 })).toBe('Прочитано: деталь — в 100 % названий, машина — в 1 %.');
  });

  it('says how many titles are unread, and how many of them were looked at', () => {
    const said = (some: Partial<typeof reading>) =>
      titleReading.wordsOf({ ...reading, ...some }).replaceAll('\u00a0', ' ');
    expect(said({})).toMatch(/^Деталь не прочитана в 1 названии\. Чаще всего/);
    expect(said({ titles: 9_999, kinds: 0, unread: 2_000 })).toMatch(
      /^Деталь не прочитана в 9 999 названиях\. Слова посчитаны по первым 2 000 из них\. /,
    );
  });
});
