import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { packValue, unpackValue } from '../../platform/http/list-page.ts';
import { WORD_MAX } from '../../platform/text/words.ts';
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

/** The cursor as an opaque text for an address. */
export function packCursor({ stage, ...cursor }: Cursor): string {
  return packValue({ format: FORMAT, stage: stage.id, ...cursor });
}

/** Whether a stage's rows can stand behind such a value. */
const IS_ORDER: Readonly<Record<Stage['order'], (order: string | number) => boolean>> = {
  key: (order) => typeof order === 'string',
  'key id': (order) => typeof order === 'number',
  nothing: (order) => order === 0,
};

/** The cursor of a text that `packCursor` made; null for anything else. */
export function unpackCursor(text: string): Cursor | null {
  const packed = fieldsOfFormat(FORMAT, text);
  if (!packed) return null;
  const { stock, order, id, reading } = packed;
  const stage = STAGES.find((one) => one.id === packed.stage);
  const completions = takenCompletions(packed.completions);
  if (!stage || !isOrder(order) || !IS_ORDER[stage.order](order)) return null;
  if ((stock !== 0 && stock !== 1) || !isCount(id) || !isTextUpTo(SEARCH_QUERY_MAX, reading)) return null;
  return completions === undefined ? null : { stage, stock, order, id, reading, completions };
}

// Checked by hand: every thread of the search loads this file, and the library of schemas is most of its start.

/** Fields of a text that was packed in this format, unchecked; null for anything else. */
export function fieldsOfFormat(format: string, text: string): Readonly<Record<string, unknown>> | null {
  const packed = unpackValue(text);
  return isRecord(packed) && packed.format === format ? packed : null;
}

export const isTextUpTo = (length: number, value: unknown): value is string =>
  typeof value === 'string' && value.length <= length;

/** Completions as a client sends them; undefined for what was never packed. Whatever it holds, only words reach the index. */
export function takenCompletions(value: unknown): Cursor['completions'] | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { prefix, common, rare } = value;
  if (!isTextUpTo(WORD_MAX, prefix) || typeof rare !== 'boolean' || !Array.isArray(common)) return undefined;
  if (common.length > COMPLETIONS_MAX || !common.every((word) => isTextUpTo(WORD_MAX, word))) return undefined;
  return { prefix: wordOnly(prefix), common: common.map(wordOnly).filter((word) => word !== ''), rare };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

const isOrder = (value: unknown): value is string | number => isTextUpTo(SEARCH_QUERY_MAX, value) || isCount(value);

const wordOnly = (text: string): string => (/^[\p{L}\p{M}\p{N}]*$/u.test(text) ? text : '');
