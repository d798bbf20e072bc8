import { alias } from '../fields/alias.ts';
import { type Field, type Form, Refusal } from '../fields/field.ts';
import { markup } from '../fields/markup.ts';
import { MARKDOWN_MAX } from '../limits.ts';

const mdInfo = markup('invalid mdInfo', MARKDOWN_MAX);

/** The text of a page that is to be: never a blank one. */
const firstText: Field<string> = {
  schema: mdInfo.schema,
  read: (value, sent) => {
    const text = mdInfo.read(value, sent);
    return typeof text === 'string' && text.trim() === '' ? new Refusal('invalid mdInfo') : text;
  },
};

/** A new page. */
export const NEW_PAGE_FORM = { mdInfo: firstText, alias } satisfies Form;
/** A changed one: the address names it. */
export const PAGE_FORM = { mdInfo } satisfies Form;
