import Type from 'typebox';
import type { AccessEntity } from '../../../contract/errors.ts';
import { badRequest } from './errors.ts';

/** What stands in an address `…/:id`. */
export const IdPath = Type.Object({ id: Type.String() });
/** What stands in an address `…/:email`. */
export const EmailPath = Type.Object({ email: Type.String() });

/** An id from an address; throws 400 `invalid <entity> id` for anything but a positive whole number. */
export function pathId(text: string, entity: AccessEntity | 'doc'): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw badRequest(`invalid ${entity} id`);
  return id;
}

/** An id of a query: undefined when it is not given, null when it is none. */
export function readId(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return undefined;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : null;
}

/** The number of a version in an address; 0 when it is none. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
