import { paths } from '../paths/paths.ts';
import { tabMemory } from '../tab/tab-memory.ts';
import { titles } from '../texts/titles.ts';
import { searchTitle } from './catalogue-texts.ts';
import { askSearch } from './search-calls.ts';
import { createSearch } from './search-store.ts';

/** Session storage key of the last query: a convenience for the empty form, never what a page shows. */
const LAST_QUERY = 'lastQuery';

/** The search of the catalogue page; the address says what it shows. */
export const search = createSearch(askSearch);

const isStrictAddress = (): boolean => new URLSearchParams(location.search).get('strict') === '1';

const queryOfAddress = (): string => new URLSearchParams(location.search).get('query')?.trim() ?? '';

/** How far down a page of results was when it was left; kept with its entry of the history. */
interface Left {
  readonly rows: number;
  readonly top: number;
}

function leftHere(): Left {
  const { rows, top } = (history.state ?? {}) as Partial<Record<keyof Left, unknown>>;
  return { rows: Number(rows) || 0, top: Number(top) || 0 };
}

function rememberLeft(): void {
  const state = search.$search.get();
  const left: Left = { rows: state.phase === 'found' ? state.found.rows.length : 0, top: window.scrollY };
  history.replaceState(left, '');
}

let topToRestore = 0;

/** Scrolls to where the results were left, once they are drawn again. */
export function restoreTop(): void {
  if (topToRestore > 0) window.scrollTo({ top: topToRestore, behavior: 'instant' });
  topToRestore = 0;
}

/** Ties the search form, the address and the results together: back, reload and sharing keep the search. */
export function startSearchPage(form: HTMLFormElement): void {
  const field = form.elements.namedItem('query');
  if (!(field instanceof HTMLInputElement)) return;

  let isFirst = true;

  function showAddress(field: HTMLInputElement): void {
    const query = queryOfAddress();
    const shown = query === '' ? (tabMemory.getItem(LAST_QUERY) ?? '') : query;
    // Somebody may have begun to type before this code came.
    const typed = isFirst && document.activeElement === field && field.value !== field.defaultValue;
    if (!typed) field.value = shown;
    isFirst = false;
    // What stands there unasked is not something typed.
    field.defaultValue = shown;
    document.title = query === '' ? titles.catalog.title : searchTitle(query);
    if (query !== '') tabMemory.setItem(LAST_QUERY, query);
    const left = leftHere();
    topToRestore = left.top;
    void search.show(query, left.rows, isStrictAddress());
  }

  function open(address: string, field: HTMLInputElement): void {
    if (address !== location.pathname + location.search) {
      rememberLeft();
      history.pushState(null, '', address);
    }
    showAddress(field);
    window.scrollTo({ top: 0 });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open(paths.search(field.value.trim()), field);
    // The keyboard of a phone would cover the results.
    if (matchMedia('(pointer: coarse)').matches) field.blur();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !plain || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.pathname !== paths.catalog || !new URLSearchParams(link.search).has('query')) return;
    event.preventDefault();
    open(link.pathname + link.search, field);
  });
  window.addEventListener('pagehide', rememberLeft);
  window.addEventListener('popstate', () => showAddress(field));
  showAddress(field);
}
