import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListPartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { ANONYMOUS_BODY_MAX, IMAGE_FILE_MAX, LIST_FILE_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { NOTHING_READ } from '../../../rules/catalogue/card.ts';
import { linesOf } from '../../../rules/catalogue/list.ts';
import { cardAddress, createCard } from '../../../src/lib/catalogue/card/card-store.ts';
import {
  createListFile,
  createListSearch,
  listHash,
  listInHash,
  withLine,
} from '../../../src/lib/catalogue/list-search-store.ts';
import { noteImageSources } from '../../../src/lib/platform/picture-addresses.ts';
import { readEvents } from '../../../src/lib/price-lists/event-stream.ts';
import { createPriceList } from '../../../src/lib/price-lists/price-list-download.ts';

/** The first bytes of a PNG, which alone are looked at. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

describe('the product card', () => {
  it.each([
    ['/catalog/product/filtr_740', { alias: 'filtr_740' }],
    ['/catalog/product/filtr_740/', { alias: 'filtr_740' }],
    ['/catalog/12', { id: '12' }],
    ['/about/company', null],
  ])('of %s is %o', (path, address) => {
    expect(cardAddress(path)).toEqual(address);
  });

  it('refuses a photo that is no picture or too large before it is sent', async () => {
    let sent = 0;
    const card = createCard({
      card: async () => ({ id: 7, photo: null }) as Position,
      part: async () => ({ offers: [], reading: NOTHING_READ }),
      replacePhoto: async () => {
        sent += 1;
        return { photo: 'new.webp' };
      },
    });
    await card.load({ id: '7' });
    await card.replacePhoto(new File(['x'], 'a.txt', { type: 'text/plain' }));
    expect(card.$photo.get()).toMatchObject({ failure: { code: 'file must be image' } });
    const large = { size: IMAGE_FILE_MAX + 1, type: 'image/png' } as File;
    await card.replacePhoto(large);
    expect(card.$photo.get()).toMatchObject({ failure: { code: 'too large' } });
    expect(sent).toBe(0);
    await card.replacePhoto(new File([PNG], 'a.png', { type: 'image/png' }));
    expect(card.$card.get()).toMatchObject({ position: { id: 7, photo: 'new.webp' } });
  });

  it('names the twice as wide photo beside the plain one', () => {
    expect(noteImageSources('ab.webp').srcSet).toBe(
      '/api/mnote/static/images/ab.webp 1x, /api/mnote/static/images/ab@2x.webp 2x',
    );
  });
});

describe('the download of the price list', () => {
  const table = new Blob(['PK'], { type: XLSX_TYPE });

  it.each([
    [XLSX_TYPE, 'xlsx'],
    [XLS_TYPE, 'xls'],
    ['text/csv; charset=utf-8', 'csv'],
  ])('is named by its content type: %s is %s', async (type, extension) => {
    const saved: string[] = [];
    const list = createPriceList(
      async () => new Blob(['x'], { type }),
      (_file, as) => saved.push(as),
      async () => {},
    );
    await list.download('xlsx');
    expect(saved).toEqual([extension]);
  });

  it.each([
    ['the page of a proxy', new Blob(['<html>'], { type: 'text/html' })],
    ['an empty file', new Blob([], { type: XLSX_TYPE })],
  ])('never saves %s as a price list', async (_name, file) => {
    const saved: unknown[] = [];
    const list = createPriceList(
      async () => file,
      () => saved.push(file),
      async () => {},
    );
    await list.download('xlsx');
    expect(saved).toEqual([]);
    expect(list.$phase.get()).toBe('error');
  });

  it('waits two seconds under the message before it asks, then saves', async () => {
    const steps: unknown[] = [];
    const list = createPriceList(
      async () => table,
      (_file, extension) => steps.push(`saved ${extension}`),
      async (pause) => steps.push([list.$phase.get(), pause]),
    );
    await list.download('xlsx');
    expect(steps).toEqual([['processed', 2_000], 'saved xlsx']);
    expect(list.$phase.get()).toBe('complete');
  });

  it('can be tried again after an error', async () => {
    let broken = true;
    const list = createPriceList(
      async () => {
        if (broken) throw new TypeError('fetch failed');
        return table;
      },
      () => {},
      async () => {},
    );
    await list.download('csv');
    expect(list.$phase.get()).toBe('error');
    broken = false;
    await list.download('csv');
    expect(list.$phase.get()).toBe('complete');
  });
});

const NO_TOTALS = { found: 0, missing: 0, pieces: 0, sum: '0.00', inStockSum: '0.00', short: 0, unpriced: 0, open: 0 };
const noLines = (): ListPartsAnswer => ({ lines: [], totals: NO_TOTALS, headings: 0, ignored: 0 });

describe('the search by a list', () => {
  it('asks for the lines that name something', async () => {
    const asked: string[] = [];
    const files: Blob[] = [];
    const list = createListSearch(
      {
        search: async (lines) => {
          asked.push(lines);
          return noLines();
        },
        file: async (lines) => new Blob([lines], { type: XLSX_TYPE }),
      },
      (file) => files.push(file),
    );
    await list.search('a\t2 \r\n\r\n\tb');
    await list.exportFile();
    expect(asked).toEqual(['a\t2\n\tb']);
    expect(await files[0]?.text()).toBe('a\t2\n\tb');
    await list.search(Array(10_000).fill('740.1003010-20').join('\n'));
    expect(list.$list.get().found?.answer.ignored).toBe(10_000);
    expect(asked[1]?.split('\n').length).toBeLessThan(SEARCH_LIST_MAX + 10);
  });

  it('keeps what was found while another list is looked for, and shows the last one alone', async () => {
    const answers: ((answer: ListPartsAnswer) => void)[] = [];
    const list = createListSearch(
      {
        search: (lines) =>
          lines === 'x' ? Promise.reject(new Error('no')) : new Promise((resolve) => answers.push(resolve)),
        file: async () => new Blob(),
      },
      () => {},
    );
    const first = list.search('a');
    const second = list.search('b');
    answers[1]?.({ ...noLines(), headings: 1 });
    answers[0]?.(noLines());
    await Promise.all([first, second]);
    expect(list.$list.get()).toMatchObject({ isSearching: false, found: { text: 'b', answer: { headings: 1 } } });
    await list.search('x');
    expect(list.$list.get()).toMatchObject({ found: { text: 'b' }, failure: { kind: 'offline' } });
  });

  it('security 52: asks for no more than one call of anyone takes', async () => {
    let asked = '';
    const search = async (lines: string) => {
      asked = lines;
      return noLines();
    };
    const list = createListSearch({ search, file: async () => new Blob() }, () => {});
    const sentLines = async (lines: string[]) => {
      await list.search(lines.join('\n'));
      return asked.split('\n');
    };
    const bodyOf = (lines: string[]) => Buffer.byteLength(JSON.stringify({ lines: lines.join('\n') }));
    const line = 'ТКР 7Н-1, левый, аналог 740.1118010-10\t2'.slice(0, 38);
    const usual = await sentLines(Array(SEARCH_LIST_MAX).fill(line));
    expect(usual).toHaveLength(SEARCH_LIST_MAX);
    expect(bodyOf(usual)).toBeLessThanOrEqual(ANONYMOUS_BODY_MAX);
    const long = await sentLines(Array(SEARCH_LIST_MAX).fill('я'.repeat(5_000)));
    expect(bodyOf(long)).toBeLessThanOrEqual(ANONYMOUS_BODY_MAX);
    expect(long.length).toBeGreaterThan(10);
  });

  it('puts another line in the place of one, blank lines passed over', () => {
    expect(withLine('a\r\n\r\n\tb\nc', 1, 'B\t2 шт')).toBe('a\n\nB\t2 шт\nc');
    expect(withLine('a', 5, 'x')).toBe('a');
  });

  it('fits into an address, or says that it does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const hash = listHash(text);
        const lines = linesOf(text);
        expect(hash === null || lines.length === 0 || listInHash(hash) === lines.join('\n')).toBe(true);
      }),
    );
    expect(listHash('740.1003010-20\t4\n'.repeat(500))).toBeNull();
    for (const none of ['', '#list=', '#list=%0A', '#list=%', '#other=740']) expect(listInHash(none)).toBeNull();
  });
});

describe('a file with a list', () => {
  const answer = (lines: string[]) => ({ lines, rows: lines.length, hasMore: false, sheet: '' });

  it('gives its lines, keeps what stood in the field, and says what is wrong with it', async () => {
    const file = createListFile(async ({ name }) => {
      if (name === 'broken') throw Object.assign(new Error('no'), refusal('Файл повреждён: сохраните его'));
      return answer(name === 'empty' ? [] : ['740\t2 шт', '741\t1 шт']);
    });
    expect(await file.take(new File(['x'], 'list.xlsx'), 'typed')).toBe('740\t2 шт\n741\t1 шт');
    expect(file.$file.get()).toMatchObject({ phase: 'taken', before: 'typed' });
    expect(await file.take(new File(['x'], 'empty'), '')).toBeNull();
    expect(file.$file.get()).toMatchObject({ phase: 'failed', text: expect.stringMatching(/«empty»/) });
    await file.take(new File(['x'], 'broken'), '');
    expect(file.$file.get()).toMatchObject({ text: 'Файл не\u00a0прочитан. Файл повреждён: сохраните его.' });
    await file.take(new File([new Uint8Array(LIST_FILE_MAX + 1)], 'large'), '');
    expect(file.$file.get()).toMatchObject({ text: expect.stringMatching(/больше/) });
  });
});

/** How the client shows an answer 400. */
const refusal = (error: string) => ({ response: { status: 400 }, data: { error } });

describe('a stream of events', () => {
  it('is read across chunks, heartbeats passed over', async () => {
    const chunks = ['data: {"a":', '1}\n\n: heart', 'beat\n\ndata: 2\r\n\r', '\ndata: 3\n\ndata: unfinished'];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(stream) {
        for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk));
        stream.close();
      },
    });
    const read: string[] = [];
    for await (const data of readEvents(new Response(body))) read.push(data);
    expect(read).toEqual(['{"a":1}', '2', '3']);
  });
});
