import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { packValue, unpackValue } from '../../text/opaque-text.ts';
import { WORD_MAX } from '../../text/words.ts';
import { STAGES, type Stage } from './stages.ts';

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

/** Grows when a cursor means something else; one of another format starts the answer from its beginning. */
const FORMAT = 'search-2';

const Word = Type.String({ maxLength: WORD_MAX });
/** The completions in a cursor. */
export const CompletionsTaken = Type.Union([
  Type.Null(),
  Type.Object({
    prefix: Word,
    common: Type.Array(Word, { maxItems: COMPLETIONS_MAX }),
    rare: Type.Boolean(),
  }),
]);

const Packed = Type.Object({
  format: Type.Literal(FORMAT),
  stage: Type.Enum(STAGES.map(({ id }) => id)),
  stock: Type.Integer({ minimum: 0, maximum: 1 }),
  order: Type.Union([Type.String({ maxLength: SEARCH_QUERY_MAX }), Type.Integer({ minimum: 0 })]),
  id: Type.Integer({ minimum: 0 }),
  reading: Type.String({ maxLength: SEARCH_QUERY_MAX }),
  completions: CompletionsTaken,
});

/** The cursor as an opaque text for an address. */
export function packCursor({ stage, ...cursor }: Cursor): string {
  const packed: Static<typeof Packed> = { format: FORMAT, stage: stage.id, ...cursor };
  return packValue(packed);
}

/** Whether a stage's rows can stand behind such a value. */
const IS_ORDER: Readonly<Record<Stage['order'], (order: string | number) => boolean>> = {
  key: (order) => typeof order === 'string',
  'key id': (order) => typeof order === 'number',
  nothing: (order) => order === 0,
};

/** The cursor of a text that `packCursor` made; null for anything else. */
export function unpackCursor(text: string): Cursor | null {
  const packed = unpackValue(text);
  if (!Value.Check(Packed, packed)) return null;
  const { stock, order, id, reading, completions } = packed;
  const stage = STAGES.find((one) => one.id === packed.stage);
  if (!stage || !IS_ORDER[stage.order](order)) return null;
  return {
    stage,
    stock,
    order,
    id,
    reading,
    completions: takenCompletions(completions),
  };
}

/** Whatever a client sends, only words reach the index. */
export const takenCompletions = (completions: Static<typeof CompletionsTaken>): Cursor['completions'] =>
  completions && {
    prefix: wordOnly(completions.prefix),
    common: completions.common.map(wordOnly).filter((word) => word !== ''),
    rare: completions.rare,
  };

const wordOnly = (text: string): string => (/^[\p{L}\p{M}\p{N}]*$/u.test(text) ? text : '');
