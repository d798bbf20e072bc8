import { describe, expect, it } from 'vitest';
import type { ListSearchAnswer } from '../../../contract/bridge.ts';
import { ANONYMOUS_BODY_MAX, IMAGE_FILE_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import type { Card } from '../../../contract/parts.ts';
import { XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import { cardAddress, createCard } from '../../../src/lib/card/card-store.ts';
import { askedOf, createListSearch, linesOf } from '../../../src/lib/catalogue/list-search-store.ts';
import { photoSources } from '../../../src/lib/position/photo.ts';
import { createPriceList, PRICE_LIST_PAUSE } from '../../../src/lib/price-lists/download-store.ts';
import { readEvents } from '../../../src/lib/price-lists/events.ts';

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
      card: async () => ({ id: 7, photo: null, partId: 3 }) as Card,
      offers: async () => [],
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
    await card.replacePhoto(new File(['x'], 'a.png', { type: 'image/png' }));
    expect(card.$card.get()).toMatchObject({ position: { id: 7, photo: 'new.webp' } });
  });

  it('names the twice as wide photo beside the plain one', () => {
    expect(photoSources('ab.webp').srcSet).toBe(
      '/api/bridge/card/photo/ab.webp 1x, /api/bridge/card/photo/ab@2x.webp 2x',
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
    expect(steps).toEqual([['processed', PRICE_LIST_PAUSE], 'saved xlsx']);
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

describe('the search by a list', () => {
  it('asks for the lines that name something', async () => {
    expect(linesOf(' 740 \r\n\r\n04465-33471\n')).toEqual(['740', '04465-33471']);
    const asked: string[] = [];
    const answer = { rows: [], found: 0, missing: 0, ignored: 0 } satisfies ListSearchAnswer;
    const files: Blob[] = [];
    const list = createListSearch(
      {
        search: async (articles) => {
          asked.push(articles);
          return answer;
        },
        file: async (articles) => new Blob([articles], { type: XLSX_TYPE }),
      },
      (file) => files.push(file),
    );
    await list.search('a\n\nb');
    await list.exportFile();
    expect(asked).toEqual(['a\nb']);
    expect(await files[0]?.text()).toBe('a\nb');
    await list.search(
      Array(SEARCH_LIST_MAX + 7)
        .fill('740.1003010-20')
        .join('\n'),
    );
    expect(list.$list.get()).toMatchObject({ answer: { ignored: 7 } });
  });

  it('security 52: asks for no more than one call of anyone takes', () => {
    const bodyOf = (lines: string[]) => Buffer.byteLength(JSON.stringify({ articles: lines.join('\n') }));
    const article = 'ТКР 7Н-1, левый, аналог 740.1118010-10'.slice(0, 38);
    const usual = askedOf(Array(SEARCH_LIST_MAX + 50).fill(article));
    expect(usual).toHaveLength(SEARCH_LIST_MAX);
    expect(bodyOf(usual)).toBeLessThanOrEqual(ANONYMOUS_BODY_MAX);
    const long = askedOf(Array(SEARCH_LIST_MAX).fill('я'.repeat(5_000)));
    expect(bodyOf(long)).toBeLessThanOrEqual(ANONYMOUS_BODY_MAX);
    expect(long.length).toBeGreaterThan(10);
  });
});

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
