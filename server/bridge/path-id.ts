import { notFound } from '../http/errors.ts';

/** An id from an address; anything but a positive whole number is answered like a missing `entity`. */
export function pathId(
  text: string,
  entity: 'brand' | 'card' | 'cross' | 'part' | 'preset' | 'provider' | 'request' | 'run',
): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw notFound(`${entity} not found`);
  return id;
}
