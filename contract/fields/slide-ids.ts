import { NOTE_ORDER_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Ids of slides in an order, each once. */
export const slideIds: Field<readonly number[]> = {
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    minItems: 1,
    maxItems: NOTE_ORDER_MAX,
    uniqueItems: true,
    description: 'Ids of slides, the first of them first',
    examples: [[7, 5, 6]],
  },
  read(value) {
    const ids = Array.isArray(value) && value.length <= NOTE_ORDER_MAX ? value : [];
    const sound = ids.length > 0 && ids.every(isId) && new Set(ids).size === ids.length;
    return sound ? ids : new Refusal('invalid ids');
  },
};
