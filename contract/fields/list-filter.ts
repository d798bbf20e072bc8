import { LIST_FILTERS, type ListFilterName } from '../document-lists.ts';
import { type Field, Refusal } from './field.ts';

/** Characters of one value of a filter that is kept. */
const VALUE_MAX = 200;

export type ListFilterTexts = Readonly<Partial<Record<ListFilterName, string>>>;

/** A filter of a list of documents as it is kept: what a list knows of it, without what is empty. */
export const listFilter: Field<ListFilterTexts> = {
  schema: {
    type: 'object',
    description: `Texts as in the address of a list: ${LIST_FILTERS.join(', ')}`,
    examples: [{ acceptor: '0', state: 'pending', sort: '-saved' }],
  },
  read: (value) => {
    const refusal = new Refusal('invalid filter');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refusal;
    const given = value as Readonly<Record<string, unknown>>;
    const kept: [ListFilterName, string][] = [];
    for (const name of LIST_FILTERS) {
      const one = Object.hasOwn(given, name) ? given[name] : undefined;
      if (one === undefined || one === null || one === '') continue;
      if (typeof one !== 'string' && typeof one !== 'number') return refusal;
      const text = String(one).trim();
      if (text.length > VALUE_MAX || /\p{Cc}/u.test(text)) return refusal;
      if (text !== '') kept.push([name, text]);
    }
    return Object.fromEntries(kept);
  },
};
