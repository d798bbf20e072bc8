import type { ApiError } from '../errors.ts';
import { type Field, Refusal } from './field.ts';

/** How clients of the API have always written yes and no; each switch knows its own words. */
interface Words {
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

/** A box or a switch; undefined: not sent. `error`: what the API says of a word that is neither. */
const switchOf = (error: ApiError, { yes, no }: Words, description: string): Field<boolean | undefined> => ({
  schema: { enum: [...yes, ...no], description },
  read: (value) => {
    if (value === undefined) return undefined;
    if (yes.includes(value)) return true;
    return no.includes(value) ? false : new Refusal(error);
  },
});

/** Whether an account is disabled. */
export const disabled = switchOf(
  'invalid disabled',
  { yes: [true, 'true', '1', 1], no: [false, 'false', '0', 0] },
  'Whether the account may no longer be used',
);

/** Whether mails about documents come. */
export const documentMails = switchOf(
  'invalid documents',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether mails about documents come to the caller',
);

/** Whether an invitation is mailed at once. */
export const invites = switchOf(
  'invalid form',
  { yes: [true, 'true', 'on', '1', 1], no: [false, 'false', 'off', '0', '', 0] },
  'Whether an invitation is mailed at once',
);

/** Whether the list of documents opens with a view. */
export const isDefaultView = switchOf(
  'invalid default',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether the list of documents opens with the view; another one does no more then',
);

/** Whether the documents of a type ask their recipients after their acceptors. */
export const ordered = switchOf(
  'invalid task ordered',
  { yes: [true, 1, 'true', '1', 'on'], no: [false, 0, null, '', 'false', '0', 'off'] },
  'Whether recipients are asked when all acceptors have signed',
);

/** Whether the steps of a template are the only way to sign its documents. */
export const fixedRoute = switchOf(
  'invalid form',
  { yes: [true, 1, 'true', '1', 'on'], no: [false, 0, null, '', 'false', '0', 'off'] },
  'Whether an author may not name other acceptors than the steps do; true when it is not sent',
);

const PUBLISHED: Words = {
  yes: [true, 1, 'true', '1', 'on', 'yes'],
  no: [false, 0, null, '', 'false', '0', 'off', 'no'],
};
const ofPublished = switchOf('invalid isPublic', PUBLISHED, 'Whether visitors see the slide');

/** Whether a slide is shown to visitors; case and blanks around a word do not count. */
export const isPublic: Field<boolean | undefined> = {
  schema: {
    anyOf: [ofPublished.schema, { type: 'string', pattern: '^\\s*([a-zA-Z]{2,5}|[01])?\\s*$' }],
    description: 'Whether visitors see the slide',
  },
  read: (value, sent) =>
    ofPublished.read(typeof value === 'string' ? value.trim().toLowerCase() : value, sent),
};
