import { describe, expect, it } from 'vitest';
import type { UploadAnswer, UploadProgress } from '../../../contract/catalogue/runs.ts';
import { columnText } from '../../../rules/format/sheet-columns.ts';
import {
  columnTwin,
  DEFAULT_SETTINGS,
  settingsErrors,
  type UploadSettings,
  uploadForm,
} from '../../../src/lib/price-lists/upload/upload-settings.ts';
import { CUT_SHORT, createUpload } from '../../../src/lib/price-lists/upload/upload-store.ts';
import { uploadFailureText } from '../../../src/lib/price-lists/upload/upload-texts.ts';

const settings: UploadSettings = { ...DEFAULT_SETTINGS, brandId: '1', providerId: '2' };
const file = { file: new File(['x'], 'price.xlsx'), fileId: null };
const marks = { confirm: '0' } as const;
const OWNER = 'Поставщик — Склад';
const subject = { fileName: 'price.xlsx', owner: OWNER, missing: 'leave' };
const answer = { runId: 7, created: 1, errors: [], warnings: [] } as unknown as UploadAnswer;

const progress = (phase: UploadProgress['phase'], rest: Partial<UploadProgress> = {}): UploadProgress => ({
  phase,
  bytes: 0,
  rows: 0,
  rowsPerSecond: 0,
  percent: null,
  ...rest,
});

const refused = (status: number, error: string) => ({ response: { status }, data: { error } });

function uploadOf(calls: Partial<Parameters<typeof createUpload>[0]>) {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const upload = createUpload(
    { send: async () => answer, follow: async () => {}, cancel: async () => {}, newId: () => 'upload-id', ...calls },
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
    const form = uploadForm({ ...settings, currency: 'EUR', rate: '92,5', repeated: 'sum' }, file, { uploadId: 'id' });
    expect(['currency', 'rate', 'repeated'].map((name) => form.get(name))).toEqual(['EUR', '92,5', 'sum']);
  });
});

describe('an upload', () => {
  it('ends with the counts and remembers the settings of the provider', async () => {
    const upload = uploadOf({});
    await upload.send(settings, file, marks, OWNER);
    expect(upload.$upload.get()).toEqual({ phase: 'end', answer, subject });
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
    const first = upload.send(settings, file, marks, OWNER);
    await upload.send(settings, file, marks, OWNER);
    expect(upload.$upload.get()).toMatchObject({ phase: 'upload', progress: { phase: 'reading', rows: 10 } });
    end.resolve(answer);
    await first;
    expect(sent).toBe(1);
  });

  it('ends in an error with the reason, and starts anew from the kept settings', async () => {
    const upload = uploadOf({ send: () => Promise.reject(refused(400, 'brand not found')) });
    upload.keepDraft(settings);
    await upload.send(settings, file, marks, OWNER);
    expect(upload.$upload.get()).toMatchObject({ phase: 'error', failure: { code: 'brand not found' } });
    upload.reset();
    expect(upload.$upload.get()).toEqual({ phase: 'new' });
    expect(upload.draft()).toEqual(settings);
  });

  it('names the kept file, and sends the file itself when the service keeps it no more', async () => {
    const sent: FormData[] = [];
    const upload = uploadOf({
      send: async (form) => {
        sent.push(form);
        if (form.has('fileId')) throw refused(404, 'file is not kept');
        return answer;
      },
    });
    await upload.send(settings, { ...file, fileId: 'kept' }, { confirm: '1' }, OWNER);
    expect(upload.$upload.get()).toEqual({ phase: 'end', answer, subject });
    expect(sent.map((form) => [form.get('fileId'), form.has('file')])).toEqual([
      ['kept', false],
      [null, true],
    ]);
    expect(sent.map((form) => [form.get('source'), form.get('confirm')])).toEqual([
      ['page', '1'],
      ['page', '1'],
    ]);
  });

  it('learns the end from the stream when the connection of the file broke', async () => {
    const upload = uploadOf({
      send: () => Promise.reject(new TypeError('fetch failed')),
      follow: async (_id, onProgress) => onProgress(progress('done', { result: answer })),
    });
    await upload.send(settings, file, marks, OWNER);
    expect(upload.$upload.get()).toEqual({ phase: 'end', answer, subject });
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
    expect(uploadFailureText({ kind: 'refused', code: CUT_SHORT, facts: {} })).toContain('Отправка прервалась');

    const unknown = uploadOf({ follow: () => Promise.reject(refused(404, '')) });
    unknown.kept.set('upload.running', 'upload-id');
    await unknown.resume();
    expect(unknown.$upload.get()).toEqual({ phase: 'new' });
    expect(unknown.kept.has('upload.running')).toBe(false);
  });

  it('is no news any more after a reload: only its run is remembered', async () => {
    const first = uploadOf({});
    expect(first.lastRun()).toBeNull();
    await first.send(settings, file, marks, OWNER);
    const reloaded = uploadOf({});
    for (const [key, value] of first.kept) reloaded.kept.set(key, value);
    await reloaded.resume();
    expect(reloaded.$upload.get()).toEqual({ phase: 'new' });
    expect(reloaded.lastRun()).toBe(7);
  });

  it('that was left running still tells of which file it is', async () => {
    const never = new Promise<UploadAnswer>(() => {});
    const left = uploadOf({ send: () => never });
    void left.send({ ...settings, missing: 'hide' }, file, marks, OWNER);
    const reloaded = uploadOf({ follow: async (_id, onProgress) => onProgress(progress('done', { result: answer })) });
    for (const [key, value] of left.kept) reloaded.kept.set(key, value);
    await reloaded.resume();
    expect(reloaded.$upload.get()).toEqual({ phase: 'end', answer, subject: { ...subject, missing: 'hide' } });
  });

  it('can be stopped while it runs, and says why when it cannot', async () => {
    const stopped: string[] = [];
    const end = Promise.withResolvers<UploadAnswer>();
    const upload = uploadOf({
      send: () => end.promise,
      cancel: async (id) => {
        stopped.push(id);
        if (stopped.length > 1) throw refused(409, 'upload already done');
      },
    });
    const done = upload.send(settings, file, marks, OWNER);
    expect(await upload.cancel()).toBeNull();
    expect(await upload.cancel()).toMatchObject({ code: 'upload already done' });
    end.reject(refused(409, 'upload cancelled'));
    await done;
    expect(upload.$upload.get()).toMatchObject({ phase: 'error', failure: { code: 'upload cancelled' } });
    expect(stopped).toEqual(['upload-id', 'upload-id']);
    expect(await upload.cancel()).toBeNull();
  });
});

describe('the form of an upload', () => {
  it('sends every column, an empty one too, and the file last', () => {
    const form = uploadForm({ ...settings, profit: '7,5' }, file, { uploadId: 'upload-id' });
    const fields = [...form.keys()];
    expect(fields.at(-1)).toBe('file');
    expect(form.get('article')).toBe('1');
    expect(form.get('amount')).toBe('');
    expect(form.get('profit')).toBe('7.5');
    expect(form.get('addNewPositionMode')).toBe('on');
    expect(
      uploadForm({ ...settings, addNewPositionMode: false }, file, { uploadId: '' }).has('addNewPositionMode'),
    ).toBe(false);
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
    expect(settingsErrors({ ...DEFAULT_SETTINGS, columns, startRow: '5', endRow: '4', profit: 'много' })).toEqual({
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
    [
      'invalid rounding',
      'Проверьте «Округление». Шаг — целое число рублей, не больше 100 000. Вычесть можно целое число рублей, меньше шага.',
    ],
    ['invalid vat', 'Проверьте «НДС». Ставка — число больше нуля и не больше 100, например 22.'],
    ['Файл защищён паролем', 'Файл защищён паролем.'],
  ])('%s reads «%s»', (code, text) => {
    expect(uploadFailureText(failure(code)).replaceAll('\u00a0', ' ')).toBe(text);
  });
  it('speaks of mark-ups, rounding and tax in the words of the form, not as they travel', () => {
    for (const code of ['invalid markup', 'invalid rounding', 'invalid vat'])
      expect(uploadFailureText(failure(code))).not.toMatch(/[a-z]|\d[:-]/i);
  });
  it('is never empty and never a code', () => {
    expect(uploadFailureText(failure('something new'))).toMatch(/[а-я]/);
  });
});
