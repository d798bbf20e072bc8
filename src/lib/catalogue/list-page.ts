/** The page that searches a list of parts: its one store, and how it begins, is left and is come back to. */
import { formatDay } from '../../../rules/format/texts.ts';
import { saveFile } from '../platform/copy-and-save.ts';
import { now } from '../platform/now.ts';
import { site } from '../platform/site.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { exportList, searchList } from './catalogue-calls.ts';
import { createListSearch, type FoundList, listHash, listInHash } from './list-search-store.ts';
import { listSearch } from './list-search-texts.ts';

/** Keys of the typed list and its answer in this tab's memory; the number grows with every change of the answer. */
const TYPED = 'list.articles';
const FOUND = 'list.found.1';

export const list = createListSearch({ search: searchList, file: exportList }, (file) =>
  saveFile(file, listSearch.fileName(formatDay(now(), site.timeZone))),
);

export const keepTyped = (text: string): void => tabMemory.setItem(TYPED, text);

/** The list that the page begins with: that of its address, else what was typed here last. */
export const initialList = (): string => listInHash(location.hash) ?? tabMemory.getItem(TYPED) ?? '';

/** Looks for a list and puts it into the address, as far as it fits. */
export function searchFor(text: string): void {
  history.replaceState(history.state, '', location.pathname + location.search + (listHash(text) ?? ''));
  void list.search(text);
}

export function forgetList(): void {
  keepTyped('');
  tabMemory.removeItem(FOUND);
  history.replaceState(null, '', location.pathname + location.search);
  list.reset();
}

let topToRestore = 0;

/** Scrolls to where the page was left, once its rows are drawn again. */
export function restorePosition(): void {
  if (topToRestore > 0) window.scrollTo({ top: topToRestore, behavior: 'instant' });
  topToRestore = 0;
}

/** Shows what the address asks for; `onText` takes a list that comes by it. Answers the function that ends it. */
export function startListPage(text: string, onText: (text: string) => void): () => void {
  const kept = isReturnTo() ? keptFind(text) : null;
  if (kept) {
    topToRestore = Number((history.state as { top?: unknown } | null)?.top) || 0;
    list.restore(kept);
  } else if (listInHash(location.hash) !== null) void list.search(text);
  const stopKeeping = list.$list.listen(({ found }) => {
    if (found) tabMemory.setItem(FOUND, JSON.stringify(found));
  });
  const leave = () => history.replaceState({ top: window.scrollY }, '');
  const moved = () => {
    const other = listInHash(location.hash);
    if (other === null) return;
    onText(other);
    void list.search(other);
  };
  window.addEventListener('pagehide', leave);
  window.addEventListener('hashchange', moved);
  return () => {
    stopKeeping();
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('hashchange', moved);
  };
}

const isReturnTo = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'back_forward';
};

/** What the same list came to when the page was left; null where that is not known. */
function keptFind(text: string): FoundList | null {
  const kept = tabMemory.getItem(FOUND);
  if (kept === null) return null;
  const found = JSON.parse(kept) as FoundList;
  return found.text === text || listHash(found.text) === listHash(text) ? found : null;
}
