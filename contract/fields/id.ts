import type { AccessEntity, ApiError } from '../errors.ts';
import { type Field, Refusal } from './field.ts';

const ID = /^\d{1,15}$/;
const schema = { type: ['integer', 'string'], pattern: '^\\s*\\d{1,15}\\s*$', examples: [7] };

const readId = (value: unknown): number => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return ID.test(text) ? Number(text) : 0;
};

/** The document that a draft changes; null, for an empty or absent id: it makes one. */
export const documentOfDraft: Field<number | null> = {
  schema: {
    type: ['integer', 'string', 'null'],
    pattern: '^(\\s*\\d{1,15}\\s*)?$',
    description: 'The document that is changed; none for a new one',
    examples: [7],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return readId(value) || new Refusal('invalid doc id');
  },
};

/** An id. `error`: what the API says of what cannot be one. */
export const idField = (error: ApiError, description: string): Field<number> => ({
  schema: { ...schema, description },
  read: (value) => readId(value) || new Refusal(error),
});

/** The id of a row of the access settings. */
export const idOf = (entity: AccessEntity): Field<number> =>
  idField(`invalid ${entity} id`, `Id of a ${entity}`);

/** The role that a user is to have; null, for an empty or absent id: none. */
export const roleToBind: Field<number | null> = {
  schema: {
    type: ['integer', 'string', 'null'],
    pattern: '^(\\s*\\d{1,15}\\s*)?$',
    description: 'Id of a role; none takes the role away',
    examples: [7],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return readId(value) || new Refusal('invalid role id');
  },
};

/** The uid of a person. `error`: what the API says of what cannot be one. */
export const uid = (error: ApiError, description: string): Field<string> => ({
  schema: { type: 'string', minLength: 1, description },
  read: (value) => (typeof value === 'string' && value !== '' ? value : new Refusal(error)),
});
