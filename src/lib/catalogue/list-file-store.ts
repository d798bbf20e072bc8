import { atom } from 'nanostores';
import { LIST_FILE_MAX } from '../../../contract/limits.ts';
import type { ListFileAnswer } from '../../../contract/list-search.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { failureText } from '../trouble/failure-texts.ts';
import { listSearch } from './list-search-texts.ts';

export type ListFileState =
  | { readonly phase: 'none' }
  | { readonly phase: 'reading'; readonly name: string }
  | { readonly phase: 'failed'; readonly text: string }
  /** `before`: the list that stood in the field, which can be put back. */
  | {
      readonly phase: 'taken';
      readonly name: string;
      readonly answer: ListFileAnswer;
      readonly before: string;
    };

const { file: texts } = listSearch;

/** Errors whose words are those of price lists, or a program's. */
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

/** A file with a list, on its way into the field. */
export function createListFile(read: (file: File) => Promise<ListFileAnswer>) {
  const $file = atom<ListFileState>({ phase: 'none' });
  let turn = 0;

  /** Resolves to the lines of the file; null when there are none, or another file was chosen meanwhile. */
  async function take(file: File, before: string): Promise<string | null> {
    turn += 1;
    const own = turn;
    const { name } = file;
    if (file.size > LIST_FILE_MAX) {
      $file.set({ phase: 'failed', text: texts.tooLarge });
      return null;
    }
    $file.set({ phase: 'reading', name });
    try {
      const answer = await read(file);
      if (own !== turn) return null;
      if (answer.lines.length === 0) {
        $file.set({ phase: 'failed', text: texts.nothing(name) });
        return null;
      }
      $file.set({ phase: 'taken', name, answer, before });
      return answer.lines.join('\n');
    } catch (error) {
      if (own === turn) $file.set({ phase: 'failed', text: `${texts.failed} ${wordsOf(failureOf(error))}` });
      return null;
    }
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
