import { ALIAS_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** A word character, then two or more word characters, spaces, dots and hyphens. */
const ALIAS = /^\w[\w .-]{2,}$/;

/** The name of a page as it stands in addresses. */
export const alias: Field<string> = {
  schema: {
    type: 'string',
    pattern: '^\\s*\\w[\\w .-]{2,}\\s*$',
    description: `3 to ${ALIAS_MAX} Latin letters, digits, underscores, blanks, dots and hyphens`,
    examples: ['delivery'],
  },
  read: (value) => {
    const name = typeof value === 'string' ? value.trim() : '';
    return ALIAS.test(name) && name.length <= ALIAS_MAX ? name : new Refusal('invalid alias');
  },
};
