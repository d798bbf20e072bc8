import { NBSP } from '../../../rules/format/number.ts';

const SHORT_WORD = /(?<![\p{L}\p{N}])(\p{L}{1,3}) (?=\S)/gu;

/** A text in which no short word ends a line: prepositions, conjunctions and particles stay with the next word. */
export const bindShortWords = (text: string): string => text.replace(SHORT_WORD, `$1${NBSP}`);
