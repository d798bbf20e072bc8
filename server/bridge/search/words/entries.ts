import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** Names of makers and models, what is said for short, what else a part is called, and words that say nothing of it. */
type WordKind = 'maker' | 'abbreviation' | 'synonym' | 'stop';

/** One entry of the dictionary: `means` holds alternatives, parted by `;`, and nothing for a stop word. */
export interface WordEntry {
  readonly kind: WordKind;
  readonly word: string;
  readonly means: string;
}

/** The entries of the dictionary, from words.csv. */
export const readWords = (): WordEntry[] =>
  parse<WordEntry>(readFileSync(new URL('./words.csv', import.meta.url)), { columns: true });
