// What administrators send to write company pages, and the names of those that have an address of their own.
import { type Field, type Form, Refusal } from '../fields/field.ts';
import { markup } from '../fields/text.ts';
import { ALIAS_MAX, MARKDOWN_MAX } from '../limits.ts';

/** A word character, then two or more word characters, spaces, dots and hyphens. */
const ALIAS = /^\w[\w .-]{2,}$/;

const alias: Field<string> = {
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

const mdInfo = markup('invalid mdInfo', MARKDOWN_MAX);

const firstText: Field<string> = {
  schema: mdInfo.schema,
  read: (value, sent) => {
    const text = mdInfo.read(value, sent);
    return typeof text === 'string' && text.trim() === '' ? new Refusal('invalid mdInfo') : text;
  },
};

export const NEW_PAGE_FORM = { mdInfo: firstText, alias } satisfies Form;
export const PAGE_FORM = { mdInfo } satisfies Form;

/** Company pages that have an address of their own; pages of other names exist in the API only. */
export const ABOUT_ALIASES = [
  'contact',
  'company',
  'credential',
  'delivery',
  'garanty',
  'privacy',
  'mainPage',
] as const;

/** Who processes personal data and how: buyers agree to it. */
export const PRIVACY_PAGE = 'privacy' satisfies (typeof ABOUT_ALIASES)[number];
