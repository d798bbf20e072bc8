import type { WordKind } from '../../../../contract/word-kinds.ts';
import { builtInWords, type WordEntry } from '../words/entries.ts';
import { wordKey } from '../words/word-key.ts';

let known: ReadonlyMap<string, WordEntry<WordKind>> | undefined;

/** The words that the product comes with by their keys, which take a stem of each word; made once. */
export function builtInByKey(): ReadonlyMap<string, WordEntry<WordKind>> {
  known ??= new Map(builtInWords().map((entry) => [wordKey(entry.word), entry]));
  return known;
}
