import { DECLINE_REASON_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Why a document is declined: never nothing. */
export const reason: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description: `1 to ${DECLINE_REASON_MAX} characters, one of them to be seen`,
    examples: ['Не указан срок поставки'],
  },
  read: (value) => {
    const said = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
    const isSaid = /[^\s\p{C}]/u.test(said) && [...said].length <= DECLINE_REASON_MAX;
    return isSaid ? said : new Refusal('invalid reason');
  },
};

/** The signatory for whom somebody decides; null: for themselves. */
export const insteadOf: Field<string | null> = {
  schema: { type: ['string', 'null'], description: 'uid of the person whom the caller substitutes' },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return typeof value === 'string' ? value : new Refusal('user do not have to sign this document');
  },
};
