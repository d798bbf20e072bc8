import { expect, test, vi } from 'vitest';
import { createLinkSearch, type LinkTarget } from '../../../src/lib/editing/editor-sources.ts';

const page: LinkTarget = { kind: 'page', title: 'Контакты', detail: '', path: '/about/contact' };
const part: LinkTarget = { kind: 'part', title: 'Каток', detail: 'ЧТЗ 1', path: '/catalog/product/1' };

test('pages are found at once and parts after a pause; a failure of the catalogue leaves the pages', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  let fails = false;
  const search = createLinkSearch({
    pages: [page],
    parts: async (query) => {
      asked.push(query);
      if (fails) throw new Error('gone');
      return [part];
    },
  });
  search.type('ко');
  search.type(' Конт ');
  expect(search.$found.get()).toEqual({ targets: [page], searching: true, failed: false });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.$found.get()).toEqual({ targets: [page, part], searching: false, failed: false });
  expect(asked).toEqual(['конт']);
  fails = true;
  search.type('контакты');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.$found.get()).toEqual({ targets: [page], searching: false, failed: true });
  search.type('');
  expect(search.$found.get().targets).toEqual([]);
  vi.useRealTimers();
});
