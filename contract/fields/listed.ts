import type { SignatoryKind } from '../decisions.ts';
import type { ApiError } from '../errors.ts';
import { ROUTE_PEOPLE_MAX, SIGNATORIES_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Whatever an account may be called; no database is asked for anything else. */
const UID = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** Uids of a form: its fields are named after them and their values say nothing, JSON may send a list. */
export function readUids(value: unknown, error: ApiError, most: number): readonly string[] | Refusal {
  if (value === undefined || value === null || value === '') return [];
  const refusal = new Refusal(error);
  if (typeof value !== 'object') return refusal;
  const sent: unknown[] = Array.isArray(value) ? value : Object.keys(value);
  const uids = new Set<string>();
  for (const uid of sent) {
    if (typeof uid !== 'string' || !UID.test(uid)) return refusal;
    uids.add(uid);
  }
  return uids.size > most ? new Refusal('request entity too large') : [...uids];
}

/** The uids that one of the lists of a document names. */
export const listed = (kind: SignatoryKind): Field<readonly string[]> => ({
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Who is asked, at most ${SIGNATORIES_MAX}, or as many as a route has put there: boxes \`${kind}[uid]\`, ` +
      'whatever their texts, or a list of uids; empty for nobody',
    examples: [{ '0191f3c6-2f0a-7a52-9c1e-5d7b1f2a3b4c': 'on' }],
  },
  read: (value) => readUids(value, `invalid ${kind} uid`, ROUTE_PEOPLE_MAX),
});
