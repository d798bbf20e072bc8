import { badRequest } from '../http/errors.ts';

/** An id from an address; throws 400 `invalid <entity> id` for anything but a positive whole number. */
export function pathId(text: string, entity: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw badRequest(`invalid ${entity} id`);
  return id;
}
