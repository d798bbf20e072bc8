// Cuts a typed query into words that the dictionary knows together («масляный фильтр») and pieces with digits.
import { cutEnds } from '../../../contract/fields/text.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { typedWords, wordForm } from '../../platform/text/words.ts';
import { ANY_NUMBER, type Dictionary, type Meaning } from './dictionary.ts';

interface Token {
  readonly typed: string;
  readonly forms: readonly string[];
  /** A piece with digits: an article, a size, a model. */
  readonly hasDigits: boolean;
}

/** Some words of a query that mean one thing, or a piece with digits. */
export interface Segment extends Token {
  /** What the dictionary says of it; null when nothing. */
  readonly meaning: Meaning | null;
}

/** A maker that is written together with a model must be a word, not a letter of an article. */
const LEADING_MIN = 3;
const NO_LETTER = /[^\p{L}\p{N}]/u;

/** Cuts a query where the dictionary knows the words, from left to right, more words before fewer. */
export function segmentsOf(text: string, dictionary: Dictionary): Segment[] {
  const tokens = text.split(/\s+/).flatMap((piece) => tokensOf(piece, dictionary));
  const segments: Segment[] = [];
  for (let at = 0; at < tokens.length; ) {
    const segment = longestAt(tokens, at, dictionary);
    segments.push(segment.segment);
    at += segment.tokens;
  }
  return segments;
}

function tokensOf(piece: string, { meanings }: Dictionary): Token[] {
  if (articleKey(piece) === '') return [];
  const words = typedWords(piece);
  const tokens = words.map(
    ({ typed, raw }): Token => ({ typed, forms: [wordForm(raw)], hasDigits: /\p{N}/u.test(typed) }),
  );
  if (!tokens.some(({ hasDigits }) => hasDigits)) return tokens;
  const [first, ...rest] = tokens;
  const whole = { typed: cutEnds(piece, NO_LETTER), forms: tokens.flatMap(({ forms }) => forms) };
  if (first && rest.length > 0 && first.typed.length >= LEADING_MIN && meanings.has(first.forms[0] ?? '')) {
    const typed = rest.map((token) => token.typed).join('-');
    return [first, { typed, forms: rest.flatMap(({ forms }) => forms), hasDigits: true }];
  }
  return [{ ...whole, hasDigits: true }];
}

function longestAt(
  tokens: readonly Token[],
  at: number,
  { meanings, longest }: Dictionary,
): { segment: Segment; tokens: number } {
  for (let count = Math.min(longest, tokens.length - at); count > 0; count--) {
    const taken = tokens.slice(at, at + count);
    const forms = taken.flatMap((token) => token.forms);
    const meaning = meanings.get(forms.join(' ')) ?? meanings.get(forms.map(numberAsAny).join(' ')) ?? null;
    if (meaning === null && count > 1) continue;
    return {
      segment: {
        typed: taken.map(({ typed }) => typed).join(' '),
        forms,
        hasDigits: taken.some(({ hasDigits }) => hasDigits),
        meaning,
      },
      tokens: count,
    };
  }
  throw new RangeError('no token there');
}

const numberAsAny = (form: string): string => (/^\p{N}+$/u.test(form) ? ANY_NUMBER : form);
