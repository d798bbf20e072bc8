import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { OwnWordKind, WordKind } from '../../../../contract/word-kinds.ts';

/** One entry of the dictionary: `means` holds alternatives, parted by `;`, and nothing for a stop word. */
export interface WordEntry<Kind extends OwnWordKind = OwnWordKind> {
  readonly kind: Kind;
  readonly word: string;
  readonly means: string;
}

let builtIn: readonly WordEntry<WordKind>[] | undefined;

/** The entries that the product comes with, from words.csv; read once. */
export function builtInWords(): readonly WordEntry<WordKind>[] {
  builtIn ??= parse<WordEntry<WordKind>>(readFileSync(new URL('./words.csv', import.meta.url)), {
    columns: true,
  });
  return builtIn;
}
