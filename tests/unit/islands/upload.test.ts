import { describe, expect, it } from 'vitest';
import type { UploadAnswer, UploadProgress } from '../../../contract/bridge.ts';
import { columnText } from '../../../rules/sheet-columns.ts';
import {
  columnTwin,
  DEFAULT_SETTINGS,
  settingsErrors,
  type UploadSettings,
  uploadForm,
} from '../../../src/lib/price-lists/upload-settings.ts';
import { CUT_SHORT, createUpload, type UploadCalls } from '../../../src/lib/price-lists/upload-store.ts';
import { uploadFailureText } from '../../../src/lib/price-lists/upload-texts.ts';

const settings: UploadSettings = { ...DEFAULT_SETTINGS, brandId: '1', providerId: '2' };
const file = new File(['x'], 'price.xlsx');
const answer = { created: 1, errors: [], warnings: [] } as unknown as UploadAnswer;

const progress = (phase: UploadProgress['phase'], rest: Partial<UploadProgress> = {}): UploadProgress => ({
  phase,
  bytes: 0,
  rows: 0,
  rowsPerSecond: 0,
  percent: null,
  ...rest,
});

const refused = (status: number, error: string) => ({ response: { status }, data: { error } });

function uploadOf(calls: Partial<UploadCalls>) {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const upload = createUpload(
    { send: async () => answer, follow: async () => {}, newId: () => 'upload-id', ...calls },
    memory,
  );
  return { ...upload, kept };
}

describe('the form of an upload', () => {
  const errorsOf = (change: Partial<UploadSettings>) => settingsErrors({ ...settings, ...change });

  it('may name several columns of stock, and a currency with its rate', () => {
    const columns = { ...settings.columns, amount: '6,14' };
    expect(errorsOf({ columns, currency: 'EUR', rate: '92,5' })).toEqual({});
    expect(errorsOf({ columns: { ...columns, amount: '6,0' } })).toEqual({ amount: 'column' });
    expect(errorsOf({ columns: { ...columns, price: '3,4' } })).toEqual({ price: 'column' });
    expect(errorsOf({ currency: 'EUR', rate: '0' })).toEqual({ rate: 'rate' });
    expect(errorsOf({ rate: '92' })).toEqual({ currency: 'currency' });
  });

  it('sends them, and what to do with repeated rows', () => {
    const form = uploadForm({ ...settings, currency: 'EUR', rate: '92,5', repeated: 'sum' }, file, 'id');
    expect(['currency', 'rate', 'repeated'].map((name) => form.get(name))).toEqual(['EUR', '92,5', 'sum']);
  });
});

describe('an upload', () => {
  it('ends with the counts and remembers the settings of the provider', async () => {
    const upload = uploadOf({});
    await upload.send(settings, file);
    expect(upload.$upload.get()).toEqual({ phase: 'end', answer });
    expect(upload.lastOf('2')).toEqual(settings);
    expect(upload.lastOf('3')).toBeNull();
  });

  it('shows the progress while it runs and never sends the file twice', async () => {
    const end = Promise.withResolvers<UploadAnswer>();
    let sent = 0;
    const upload = uploadOf({
      send: () => {
        sent += 1;
        return end.promise;
      },
      follow: async (_id, onProgress) => onProgress(progress('reading', { rows: 10 })),
    });
    const first = upload.send(settings, file);
    await upload.send(settings, file);
    expect(upload.$upload.get()).toMatchObject({ phase: 'upload', progress: { phase: 'reading', rows: 10 } });
    end.resolve(answer);
    await first;
    expect(sent).toBe(1);
  });

  it('ends in an error with the reason, and starts anew from the kept settings', async () => {
    const upload = uploadOf({ send: () => Promise.reject(refused(400, 'brand not found')) });
    upload.keepDraft(settings);
    await upload.send(settings, file);
    expect(upload.$upload.get()).toMatchObject({ phase: 'error', failure: { code: 'brand not found' } });
    upload.reset();
    expect(upload.$upload.get()).toEqual({ phase: 'new' });
    expect(upload.draft()).toEqual(settings);
  });

  it('learns the end from the stream when the connection of the file broke', async () => {
    const upload = uploadOf({
      send: () => Promise.reject(new TypeError('fetch failed')),
      follow: async (_id, onProgress) => onProgress(progress('done', { result: answer })),
    });
    await upload.send(settings, file);
    expect(upload.$upload.get()).toEqual({ phase: 'end', answer });
  });

  it('takes up an import that was left running, and forgets one that nobody knows any more', async () => {
    const known = uploadOf({
      follow: async (_id, onProgress) => onProgress(progress('failed', { error: 'Файл повреждён' })),
    });
    known.kept.set('upload.running', 'upload-id');
    await known.resume();
    expect(known.$upload.get()).toMatchObject({ phase: 'error', failure: { code: 'Файл повреждён' } });

    const unsent = uploadOf({ follow: async (_id, onProgress) => onProgress(progress('waiting')) });
    unsent.kept.set('upload.running', 'upload-id');
    await unsent.resume();
    expect(unsent.$upload.get()).toMatchObject({ phase: 'error', failure: { code: CUT_SHORT } });
    expect(uploadFailureText({ kind: 'refused', code: CUT_SHORT, facts: {} })).toContain(
      'Отправка прервалась',
    );

    const unknown = uploadOf({ follow: () => Promise.reject(refused(404, '')) });
    unknown.kept.set('upload.running', 'upload-id');
    await unknown.resume();
    expect(unknown.$upload.get()).toEqual({ phase: 'new' });
    expect(unknown.kept.has('upload.running')).toBe(false);
  });

  it('shows its report again after a reload, until another upload is wanted', async () => {
    const follow: UploadCalls['follow'] = async (_id, onProgress) =>
      onProgress(progress('done', { result: answer }));
    const first = uploadOf({ follow });
    await first.send(settings, file);
    const reloaded = uploadOf({ follow });
    for (const [key, value] of first.kept) reloaded.kept.set(key, value);
    await reloaded.resume(true);
    expect(reloaded.$upload.get()).toEqual({ phase: 'end', answer });
    const visited = uploadOf({ follow });
    for (const [key, value] of first.kept) visited.kept.set(key, value);
    await visited.resume();
    expect(visited.$upload.get()).toEqual({ phase: 'new' });
    reloaded.reset();
    const again = uploadOf({ follow });
    for (const [key, value] of reloaded.kept) again.kept.set(key, value);
    await again.resume(true);
    expect(again.$upload.get()).toEqual({ phase: 'new' });

    const forgotten = uploadOf({ follow: async (_id, onProgress) => onProgress(progress('waiting')) });
    forgotten.kept.set('upload.reported', 'upload-id');
    await forgotten.resume(true);
    expect(forgotten.$upload.get()).toEqual({ phase: 'new' });
  });
});

describe('the form of an upload', () => {
  it('sends every column, an empty one too, and the file last', () => {
    const form = uploadForm({ ...settings, profit: '7,5' }, file, 'upload-id');
    const fields = [...form.keys()];
    expect(fields.at(-1)).toBe('file');
    expect(form.get('article')).toBe('1');
    expect(form.get('amount')).toBe('');
    expect(form.get('profit')).toBe('7.5');
    expect(form.get('addNewPositionMode')).toBe('on');
    expect(uploadForm({ ...settings, addNewPositionMode: false }, file, '').has('addNewPositionMode')).toBe(
      false,
    );
  });

  it.each([
    ['с', 'C'],
    [' ab ', 'AB'],
    ['ВЕ', 'BE'],
    ['і', 'I'],
    ['12', '12'],
  ])('reads the column typed as «%s» as %s', (typed, column) => {
    expect(columnText(typed)).toBe(column);
  });

  it.each([
    ['1', 'A'],
    ['26', 'Z'],
    ['28', 'AB'],
    ['BCD', '1434'],
    ['', ''],
    ['0', ''],
    ['1A', ''],
    ['16384', 'XFD'],
    ['16385', ''],
    ['XFE', ''],
  ])('names column %s as %s the other way', (column, twin) => {
    expect(columnTwin(column)).toBe(twin);
  });

  it('finds what is missing or wrong before anything is sent', () => {
    expect(settingsErrors(settings)).toEqual({});
    const columns = { ...DEFAULT_SETTINGS.columns, article: '', price: 'Ц' };
    expect(
      settingsErrors({ ...DEFAULT_SETTINGS, columns, startRow: '5', endRow: '4', profit: 'много' }),
    ).toEqual({
      brandId: 'empty',
      providerId: 'empty',
      article: 'empty',
      price: 'column',
      endRow: 'order',
      profit: 'percent',
    });
  });
});

describe('the reason of a failed upload', () => {
  const failure = (code: string) => ({ kind: 'refused' as const, code, facts: {} });
  it.each([
    ['field name "file" is empty', 'Ошибка: файл не загружен'],
    ['файл Excel не получен', 'Ошибка: файл не загружен'],
    ['brand not found', 'Ошибка: не выбран бренд прайса'],
    ['provider not found', 'Ошибка: не выбран поставщик'],
    ['Файл защищён паролем', 'Файл защищён паролем'],
  ])('%s reads «%s»', (code, text) => {
    expect(uploadFailureText(failure(code)).replaceAll('\u00a0', ' ')).toBe(text);
  });
  it('is never empty and never a code', () => {
    expect(uploadFailureText(failure('something new'))).toMatch(/[а-я]/);
  });
});
