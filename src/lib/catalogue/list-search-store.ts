import { atom } from 'nanostores';
import { ANONYMOUS_BODY_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import type { ListPartsAnswer } from '../../../contract/list-search.ts';
import { linesOf } from '../../../rules/list-lines/lines.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { extensionOf } from '../price-lists/file-extension.ts';

export interface ListSearchCalls {
  search(lines: string): Promise<ListPartsAnswer>;
  /** The same answer as a file. */
  file(lines: string): Promise<Blob>;
}

/** What a list came to. */
export interface FoundList {
  /** The whole list as it stood in the field. */
  readonly text: string;
  readonly answer: ListPartsAnswer;
}

export interface ListSearchState {
  readonly isSearching: boolean;
  /** The last find; it stays while another is looked for, or fails. */
  readonly found: FoundList | null;
  readonly failure: Failure | null;
}

/** Lines of headings are left out of the count: so many may stand among the wanted ones. */
const HEADINGS_MAX = 5;

/** The beginning of a list that one call takes: so many lines, and so many bytes as JSON. */
export function askedOf(lines: readonly string[]): string[] {
  const asked: string[] = [];
  for (const line of lines.slice(0, SEARCH_LIST_MAX + HEADINGS_MAX)) {
    asked.push(line.slice(0, SEARCH_QUERY_MAX));
    const body = JSON.stringify({ lines: asked.join('\n') });
    if (new TextEncoder().encode(body).length > ANONYMOUS_BODY_MAX) return asked.slice(0, -1);
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
    const sent = askedOf(lines);
    $list.set({ ...$list.get(), isSearching: true, failure: null });
    $export.set('idle');
    try {
      const answer = await calls.search(sent.join('\n'));
      if (turn !== asked) return;
      const ignored = lines.length - answer.lines.length - answer.headings;
      $list.set({ ...NOTHING, found: { text, answer: { ...answer, ignored } } });
    } catch (error) {
      if (turn === asked) $list.set({ ...$list.get(), isSearching: false, failure: failureOf(error) });
    }
  }

  async function exportFile(): Promise<void> {
    const { found } = $list.get();
    if (!found || $export.get() === 'working') return;
    $export.set('working');
    try {
      const file = await calls.file(askedOf(linesOf(found.text)).join('\n'));
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
    /** Shows what was found before. */
    restore: (found: FoundList) => $list.set({ ...NOTHING, found }),
    reset() {
      asked += 1;
      $list.set(NOTHING);
    },
  };
}
