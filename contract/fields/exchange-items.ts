import { type Field, Refusal } from './field.ts';

/** The items of an accounting program: a text that is a JSON array itself. */
export const exchangeItems: Field<readonly unknown[]> = {
  schema: {
    type: 'string',
    description: 'A JSON array of items as text: id, code, article, name, manufacturer, sizes, storage',
    examples: ['[{"article":"740.1003010","name":"Головка блока","storage":[{"amount":4}]}]'],
  },
  read: (given) => {
    if (typeof given !== 'string' || given.trim() === '') return new Refusal('data is empty');
    try {
      const items: unknown = JSON.parse(given);
      return Array.isArray(items) ? items : new Refusal('bad json');
    } catch {
      return new Refusal('bad json');
    }
  },
};
