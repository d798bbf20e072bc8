import { COUNTERPARTY_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { tidyTitle } from './title.ts';

/** With whom a document is made; empty where it was not sent. */
export const counterparty: Field<string> = {
  schema: {
    type: ['string', 'null'],
    description: `Stands in the place of {{контрагент}}, at most ${COUNTERPARTY_MAX} characters`,
    examples: ['ООО «Ромашка»'],
  },
  read: (value) => {
    if (value === undefined || value === null) return '';
    const name = typeof value === 'string' && !value.includes('\0') ? tidyTitle(value) : null;
    return name === null || name.length > COUNTERPARTY_MAX ? new Refusal('invalid counterparty') : name;
  },
};
