import { SEARCH_MEANINGS_MAX, SEARCH_WORD_MAX } from '../limits.ts';
import { OWN_WORD_KINDS, type OwnWordKind } from '../word-kinds.ts';
import { type Field, Refusal } from './field.ts';
import { withoutUnseen } from './legible.ts';

/** Blanks and what nobody sees do not make another word. */
const lineOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const line = withoutUnseen(value.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ')).trim();
  return line !== '' && [...line].length <= SEARCH_WORD_MAX ? line : null;
};

/** The word, or the words together, that the dictionary speaks of. */
export const searchWord: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description: `A word or some words with a letter or a digit, at most ${SEARCH_WORD_MAX} characters`,
    examples: ['гбц'],
  },
  read: (value) => lineOf(value) ?? new Refusal('invalid word'),
};

/** What the dictionary says of it. */
export const ownWordKind: Field<OwnWordKind> = {
  schema: { enum: [...OWN_WORD_KINDS] },
  read: (value) => OWN_WORD_KINDS.find((kind) => kind === value) ?? new Refusal('invalid kind'),
};

/** What the word may be read as, likeliest first; empty for words that say nothing. */
export const meanings: Field<readonly string[]> = {
  schema: {
    type: ['string', 'array', 'null'],
    description: `At most ${SEARCH_MEANINGS_MAX} words or wordings, in a text parted by \`;\``,
    examples: [['головка блока цилиндров']],
  },
  read: (value) => {
    if (value === undefined || value === null) return [];
    const parts: unknown[] =
      typeof value === 'string' ? value.split(';') : Array.isArray(value) ? value : [null];
    const lines = parts
      .filter((part) => typeof part !== 'string' || part.trim() !== '')
      .map((part) => (typeof part === 'string' && part.includes(';') ? null : lineOf(part)));
    if (lines.length > SEARCH_MEANINGS_MAX) return new Refusal('invalid means');
    return lines.every((line) => line !== null) ? lines : new Refusal('invalid means');
  },
};
