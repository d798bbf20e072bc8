import { describe, expect, it } from 'vitest';
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { priceMove } from '../../../src/lib/price-lists/runs/history-texts.ts';
import {
  appliesNothing,
  createCheck,
  isCheckOf,
  check as texts,
} from '../../../src/lib/price-lists/upload/check-store.ts';
import { createGuess } from '../../../src/lib/price-lists/upload/chosen-file.ts';
import { addOwners, type Owners, ownerText, withOwner } from '../../../src/lib/price-lists/upload/owners.ts';
import { DEFAULT_SETTINGS, type UploadSettings } from '../../../src/lib/price-lists/upload/upload-settings.ts';

const file = { file: new File(['x'], 'price.xlsx'), fileId: null };
const answer = { dryRun: true, rows: 3 } as DryRunAnswer;
const refused = (status: number, error: string) => ({ response: { status }, data: { error } });

const checkOf = (calls: Partial<Parameters<typeof createCheck>[0]>) =>
  createCheck({ check: async () => answer, follow: async () => {}, newId: () => 'id', ...calls });

describe('the check of a file', () => {
  it('sends the settings with the mark of a dry run, and shows what would happen', async () => {
    const sent: FormData[] = [];
    const check = checkOf({
      check: async (form) => {
        sent.push(form);
        return answer;
      },
    });
    await check.check({ ...DEFAULT_SETTINGS, brandId: '1' }, file);
    await check.check({ ...DEFAULT_SETTINGS, brandId: '1' }, file, '7');
    expect(check.$check.get()).toMatchObject({ phase: 'checked', answer, of: { file: file.file, preset: '7' } });
    expect(
      sent.map((form) => [form.get('dryRun'), form.get('brandId'), form.has('source'), form.get('preset')]),
    ).toEqual([
      ['1', '1', false, null],
      ['1', '1', false, '7'],
    ]);
  });

  it('holds for the very form that was checked', () => {
    const of = { settings: { ...DEFAULT_SETTINGS, profit: '15' }, file: file.file };
    expect(isCheckOf(of, { ...of, settings: { ...of.settings } })).toBe(true);
    expect(isCheckOf(of, { ...of, settings: { ...of.settings, profit: '16' } })).toBe(false);
    expect(isCheckOf(of, { ...of, preset: '7' })).toBe(false);
    expect(isCheckOf(of, { ...of, file: new File(['x'], 'price.xlsx') })).toBe(false);
  });

  it('tells a file of which nothing would be applied', () => {
    const of = (rows: number, groups: number, skipped: number, failed: number, kind = '') =>
      appliesNothing({
        rows,
        groups,
        totals: 0,
        counts: { skipped, failed },
        suspicions: kind === '' ? [] : [{ kind, text: '' }],
      } as DryRunAnswer);
    expect(of(10, 1, 4, 5)).toBe(true);
    expect(of(0, 0, 0, 0)).toBe(true);
    expect(of(10, 1, 4, 4)).toBe(false);
    expect(of(10, 1, 4, 4, 'nothing-applied')).toBe(true);
  });

  it('shows how far the reading is, and can be given up', async () => {
    const check = checkOf({
      check: (_form, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      follow: async (_id, onProgress) =>
        onProgress({ phase: 'reading', bytes: 1, rows: 7, rowsPerSecond: 0, percent: 5 }),
    });
    const done = check.check(DEFAULT_SETTINGS, file);
    expect(check.$check.get()).toMatchObject({ phase: 'checking', progress: { rows: 7 } });
    check.leave();
    await done;
    expect(check.$check.get()).toEqual({ phase: 'none' });
  });

  it('says why it failed', async () => {
    const check = checkOf({ check: () => Promise.reject(refused(400, 'article is empty')) });
    await check.check(DEFAULT_SETTINGS, file);
    expect(check.$check.get()).toMatchObject({ phase: 'failed', failure: { code: 'article is empty' } });
  });

  it('sends the file itself when the kept one is gone', async () => {
    const sent: (string | null)[] = [];
    const check = checkOf({
      check: async (form) => {
        sent.push(form.has('file') ? 'file' : 'name');
        if (!form.has('file')) throw refused(404, 'file is not kept');
        return answer;
      },
    });
    await check.check(DEFAULT_SETTINGS, { ...file, fileId: 'kept' });
    expect(sent).toEqual(['name', 'file']);
    expect(check.$check.get().phase).toBe('checked');
  });
});

describe('positions that a list does not name', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  it('are told by the rule that is chosen', () => {
    expect(plain(texts.missing(5, 'zero'))).toBe('Нет в прайсе, поэтому останется без остатка: 5 позиций.');
    expect(plain(texts.missing(1, 'hide'))).toBe('Нет в прайсе, поэтому будет убрано из каталога: 1 позиция.');
  });
});

describe('the guess of a chosen file', () => {
  it('counts only for the file that was chosen last', async () => {
    const first = Promise.withResolvers<GuessAnswer>();
    const second: GuessAnswer = { fileId: 'second', sheets: [] };
    const guess = createGuess({ guess: (asked) => (asked === file.file ? first.promise : Promise.resolve(second)) });
    const early = guess.ask(file.file);
    expect(await guess.ask(new File(['y'], 'other.xlsx'))).toBe(second);
    first.resolve({ sheets: [], fileId: 'early' });
    expect(await early).toBeNull();
    expect(guess.$guess.get()).toEqual({ phase: 'ready', answer: second });
    guess.forget();
    expect(guess.$guess.get()).toEqual({ phase: 'none' });
  });

  it('leaves the layout to be told by hand when it fails', async () => {
    const guess = createGuess({ guess: () => Promise.reject(refused(503, 'service is busy')) });
    expect(await guess.ask(file.file)).toBeNull();
    expect(guess.$guess.get()).toMatchObject({ phase: 'failed', failure: { kind: 'busy' }, isUnfit: false });
  });

  it.each([
    ['EMPTY', true],
    ['NOT_AS_NAMED', true],
    ['NOT_EXCEL', true],
    ['TOO_MUCH_TIME', false],
    ['toString', false],
  ])('asks for no columns of a file that is no price list: %s', async (code, isUnfit) => {
    const failure = { response: { status: 400 }, data: { error: 'слова', code } };
    const guess = createGuess({ guess: () => Promise.reject(failure) });
    expect(await guess.ask(file.file)).toBeNull();
    expect(guess.$guess.get()).toMatchObject({ phase: 'failed', isUnfit });
  });
});

it.each([
  ['100.00', '112.50', '+12,5 %'],
  ['100.00', '97.00', '−3 %'],
  ['100.00', '100.01', '+0 %'],
  ['10.00', '100.00', '×10'],
  ['100.00', '0.00', ''],
  ['0.00', '100.00', ''],
  [null, '100.00', ''],
])('a price of %s that becomes %s moved by «%s»', (before, after, move) => {
  expect(priceMove(before, after).replaceAll('\u00a0', ' ')).toBe(move);
});

describe('what a check says first', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('tells how many rows were read, and how many of them only name groups', () => {
    expect(plain(texts.lead('прайс.xls', { rows: 2483, groups: 730, totals: 0 }))).toBe(
      'прайс.xls. Прочитано строк: 2 483, из них заголовков групп: 730. Пока ничего не изменено.',
    );
    expect(plain(texts.lead('прайс.xls', { rows: 9, groups: 1, totals: 2 }))).toBe(
      'прайс.xls. Прочитано строк: 9, из них заголовков групп: 1, строк с итогами: 2. Пока ничего не изменено.',
    );
    expect(plain(texts.lead('прайс.xls', { rows: 1, groups: 0, totals: 0 }))).toBe(
      'прайс.xls. Прочитано строк: 1. Пока ничего не изменено.',
    );
  });

  it('tells whose list it is, once both are chosen', () => {
    const owners = { brands: [{ id: 1, title: 'Шины' }], providers: [{ id: 2, title: 'Склад' }] } as unknown as Owners;
    const settings = (brandId: string) => ({ brandId, providerId: '2' }) as UploadSettings;
    expect(plain(ownerText(owners, settings('1')))).toBe('Поставщик — Склад, бренд — Шины.');
    expect(ownerText(owners, settings(''))).toBe('');
    expect(ownerText(owners, settings('9'))).toBe('');
  });
});

describe('owners that are added on the page of the upload', () => {
  const owners: Owners = { providers: [{ id: 2, title: 'Тракт' }], brands: [] };
  function calls(refused = '') {
    const made: string[] = [];
    const call = (list: keyof Owners) => ({
      create: async (title: string) => {
        if (list === refused) throw Object.assign(new Error('400'), { response: { status: 400 } });
        made.push(`${list}: ${title}`);
        return { id: 10 + made.length, title };
      },
    });
    return { made, call };
  }

  it('are made with the check, and taken where they are there already', async () => {
    const { made, call } = calls();
    const added: string[] = [];
    const ids = await addOwners(call, owners, { providers: ' тракт ', brands: ' КАМАЗ ' }, (list, { id }) =>
      added.push(`${list} ${id}`),
    );
    expect(ids).toEqual({ providerId: '2', brandId: '11' });
    expect([made, added]).toEqual([['brands: КАМАЗ'], ['providers 2', 'brands 11']]);
    expect(await addOwners(call, owners, { providers: null, brands: null }, () => {})).toEqual({});
  });

  it('stay where a later one is refused', async () => {
    const { made, call } = calls('brands');
    const added: string[] = [];
    const adding = addOwners(call, owners, { providers: 'Восток', brands: 'КАМАЗ' }, (list) => added.push(list));
    await expect(adding).rejects.toThrow('400');
    expect([made, added]).toEqual([['providers: Восток'], ['providers']]);
  });

  it('stand in the list by their titles, once', () => {
    const more = withOwner(owners, 'providers', { id: 9, title: 'Восток' });
    expect(more.providers.map(({ title }) => title)).toEqual(['Восток', 'Тракт']);
    expect(withOwner(more, 'providers', { id: 9, title: 'Восток' }).providers).toHaveLength(2);
  });
});
