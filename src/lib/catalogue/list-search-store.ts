/** The page that searches a list of parts: what it asks, what it found, and the file of it. */
import { atom } from 'nanostores';
import type { ListFileAnswer, ListPartsAnswer } from '../../../contract/catalogue/parts.ts';
import * as limits from '../../../contract/limits.ts';
import { linesOf } from '../../../rules/catalogue/list.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { saveFile } from '../platform/copy-and-save.ts';
import { failureText } from '../platform/failure-texts.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { now } from '../platform/now.ts';
import { site } from '../platform/site.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { extensionOf } from '../platform/table-extension.ts';
import { exportList, searchList } from './catalogue-calls.ts';
import { listSearch } from './list-search-texts.ts';

interface ListSearchCalls {
  search(lines: string): Promise<ListPartsAnswer>;
  file(lines: string): Promise<Blob>;
}

export interface FoundList {
  readonly text: string;
  readonly answer: ListPartsAnswer;
}

interface ListSearchState {
  readonly isSearching: boolean;
  /** The last find; it stays while another is looked for, or fails. */
  readonly found: FoundList | null;
  readonly failure: Failure | null;
}

/** Lines of headings are left out of the count: so many may stand among the wanted ones. */
const HEADINGS_MAX = 5;

/** The beginning of a list that one call takes: so many lines, and so many bytes as JSON. */
export function sentLines(lines: readonly string[]): string[] {
  const asked: string[] = [];
  for (const line of lines.slice(0, limits.SEARCH_LIST_MAX + HEADINGS_MAX)) {
    asked.push(line.slice(0, limits.SEARCH_QUERY_MAX));
    const body = JSON.stringify({ lines: asked.join('\n') });
    if (new TextEncoder().encode(body).length > limits.ANONYMOUS_BODY_MAX) return asked.slice(0, -1);
  }
  return asked;
}

/** The text with another line in the place of the n-th that is not blank. */
export function withLine(text: string, line: number, other: string): string {
  let at = -1;
  return text
    .split(/\r\n|[\r\n]/u)
    .map((typed) => (typed.trim() !== '' && ++at === line ? other : typed))
    .join('\n');
}

const NOTHING: ListSearchState = { isSearching: false, found: null, failure: null };

/** The search for many articles at once and the file with its answer. */
export function createListSearch(calls: ListSearchCalls, save: (file: Blob) => void) {
  const $list = atom<ListSearchState>(NOTHING);
  const $export = atom<'idle' | 'working' | 'failed'>('idle');
  let asked = 0;

  /** Looks for a list; only the last one that was asked for is shown. */
  async function search(text: string): Promise<void> {
    const turn = ++asked;
    const lines = linesOf(text);
    const sent = sentLines(lines);
    $list.set({ ...$list.get(), isSearching: true, failure: null });
    $export.set('idle');
    const { value: answer, failure } = await outcomeOf(() => calls.search(sent.join('\n')));
    if (turn !== asked) return;
    if (failure) return $list.set({ ...$list.get(), isSearching: false, failure });
    const ignored = lines.length - answer.lines.length - answer.headings;
    $list.set({ ...NOTHING, found: { text, answer: { ...answer, ignored } } });
  }

  async function exportFile(): Promise<void> {
    const { found } = $list.get();
    if (!found || $export.get() === 'working') return;
    $export.set('working');
    try {
      const file = await calls.file(sentLines(linesOf(found.text)).join('\n'));
      if (extensionOf(file) !== 'xlsx') throw new Error('the answer is no table');
      save(file);
      $export.set('idle');
    } catch {
      $export.set('failed');
    }
  }

  return {
    $list,
    $export,
    search,
    exportFile,
    restore: (found: FoundList) => $list.set({ ...NOTHING, found }),
    reset() {
      asked += 1;
      $list.set(NOTHING);
    },
  };
}

type ListFileState =
  | { readonly phase: 'none' }
  | { readonly phase: 'reading'; readonly name: string }
  | { readonly phase: 'failed'; readonly text: string }
  /** `before`: the list that stood in the field, which can be put back. */
  | { readonly phase: 'taken'; readonly name: string; readonly answer: ListFileAnswer; readonly before: string };

const { file: texts } = listSearch;

const ERRORS = {
  'file must be in excel format': texts.unreadable,
  'request entity too large': texts.tooLarge,
  'файл Excel не получен': texts.empty,
};

/** What is wrong with a file: the service says it in words, as far as it is the file. */
function wordsOf(failure: Failure): string {
  const isWorded = failure.kind === 'refused' && /^[А-Я]/u.test(failure.code);
  return isWorded ? `${failure.code}.` : failureText(failure, ERRORS);
}

export function createListFile(read: (file: File) => Promise<ListFileAnswer>) {
  const $file = atom<ListFileState>({ phase: 'none' });
  let turn = 0;

  /** Resolves to the lines of the file; null when there are none, or another file was chosen meanwhile. */
  async function take(file: File, before: string): Promise<string | null> {
    turn += 1;
    const own = turn;
    const { name } = file;
    if (file.size > limits.LIST_FILE_MAX) {
      $file.set({ phase: 'failed', text: texts.tooLarge });
      return null;
    }
    $file.set({ phase: 'reading', name });
    const { value: answer, failure } = await outcomeOf(() => read(file));
    if (own !== turn) return null;
    if (failure || answer.lines.length === 0) {
      $file.set({ phase: 'failed', text: failure ? `${texts.failed} ${wordsOf(failure)}` : texts.nothing(name) });
      return null;
    }
    $file.set({ phase: 'taken', name, answer, before });
    return answer.lines.join('\n');
  }

  return {
    $file,
    take,
    reset() {
      turn += 1;
      $file.set({ phase: 'none' });
    },
  };
}

const BEGINNING = '#list=';

/** A list as the end of an address, which is not sent to a server; null where it is too long to be sent on. */
export function listHash(text: string): string | null {
  const hash = BEGINNING + encodeURIComponent(linesOf(text).join('\n').toWellFormed());
  return hash.length > limits.LIST_ADDRESS_MAX ? null : hash;
}

/** The list in the end of an address; null where there is none, or one that cannot be read. */
export function listInHash(hash: string): string | null {
  if (!hash.startsWith(BEGINNING)) return null;
  try {
    const text = decodeURIComponent(hash.slice(BEGINNING.length));
    return linesOf(text).length > 0 ? text : null;
  } catch {
    return null;
  }
}

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
