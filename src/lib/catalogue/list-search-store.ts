// State of the page where a buyer searches a pasted list of articles: what it asks, what it found, and the file of it.
import { atom } from 'nanostores';
import type { ListFileAnswer, ListPartsAnswer } from '../../../contract/catalogue/parts.ts';
import * as limits from '../../../contract/limits.ts';
import { linesOf } from '../../../rules/catalogue/list.ts';
import { failureText } from '../platform/failure-texts.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { extensionOf } from '../platform/table-extension.ts';
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
function sentLines(lines: readonly string[]): string[] {
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
