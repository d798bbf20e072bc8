import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { WORD_MAX } from '../../text/words.ts';
import type { Stage } from './place.ts';

/** Completions that a query is given at once. */
export const COMPLETIONS_MAX = 16;

/** A place between two rows of an answer, and what the answer rests on besides the query. */
export interface Cursor {
  readonly stage: Stage;
  readonly stock: number;
  readonly order: string | number;
  readonly id: number;
  /** The reread query, '' for the query as typed. */
  readonly reading: string;
  /** The completions that the first page went by; null when it needed none. */
  readonly completions: { prefix: string; common: string[]; rare: boolean } | null;
}

const Word = Type.String({ maxLength: WORD_MAX });
const Packed = Type.Tuple([
  Type.Integer({ minimum: 0, maximum: 7 }),
  Type.Integer({ minimum: 0, maximum: 1 }),
  Type.Union([Type.String({ maxLength: SEARCH_QUERY_MAX }), Type.Integer({ minimum: 0 })]),
  Type.Integer({ minimum: 0 }),
  Type.String({ maxLength: SEARCH_QUERY_MAX }),
  Type.Union([
    Type.Null(),
    Type.Tuple([Word, Type.Array(Word, { maxItems: COMPLETIONS_MAX }), Type.Boolean()]),
  ]),
]);

/** The cursor as an opaque text for an address. */
export function packCursor(cursor: Cursor): string {
  const { stage, stock, order, id, reading, completions } = cursor;
  const packed: Static<typeof Packed> = [
    stage,
    stock,
    order,
    id,
    reading,
    completions && [completions.prefix, completions.common, completions.rare],
  ];
  return Buffer.from(JSON.stringify(packed)).toString('base64url');
}

const CURSOR_TEXT_MAX = 8_000;

/** The cursor of a text that `packCursor` made; null for anything else. */
export function unpackCursor(text: string): Cursor | null {
  if (text === '' || text.length > CURSOR_TEXT_MAX) return null;
  let packed: unknown;
  try {
    packed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Value.Check(Packed, packed)) return null;
  const [stage, stock, order, id, reading, completions] = packed;
  if (stage === 4 ? typeof order !== 'number' : stage > 4 ? order !== 0 : typeof order !== 'string')
    return null;
  return {
    stage: stage as Stage,
    stock,
    order,
    id,
    reading,
    completions: completions && {
      // Whatever a client sends, only words reach the index.
      prefix: wordOnly(completions[0]),
      common: completions[1].map(wordOnly).filter((word) => word !== ''),
      rare: completions[2],
    },
  };
}

const wordOnly = (text: string): string => (/^[\p{L}\p{M}\p{N}]*$/u.test(text) ? text : '');
