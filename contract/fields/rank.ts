import type { Rank } from '../identity.ts';
import { type Field, Refusal } from './field.ts';

/** The rank that an account is to have; undefined leaves it. */
export const rank: Field<Rank | undefined> = {
  schema: { enum: ['user', 'admin'], description: 'Left out, the rank stays' },
  read: (value) =>
    value === undefined || value === 'user' || value === 'admin' ? value : new Refusal('invalid rank'),
};
