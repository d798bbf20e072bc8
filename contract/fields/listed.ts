import type { SignatoryKind } from '../decisions.ts';
import { SIGNATORIES_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';

/** Whatever an account may be called; no database is asked for anything else. */
const UID = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** The uids that a form lists: a form names its fields after them and their values say nothing, JSON may send a list. */
export const listed = (kind: SignatoryKind): Field<readonly string[]> => ({
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Who is asked, at most ${SIGNATORIES_MAX}: boxes \`${kind}[uid]\`, whatever their texts, or a list of uids; ` +
      'empty for nobody',
    examples: [{ '0191f3c6-2f0a-7a52-9c1e-5d7b1f2a3b4c': 'on' }],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return [];
    const refusal = new Refusal(`invalid ${kind} uid`);
    if (typeof value !== 'object') return refusal;
    const uids: unknown[] = Array.isArray(value) ? value : Object.keys(value);
    const asked = new Set<string>();
    for (const uid of uids) {
      if (typeof uid !== 'string' || !UID.test(uid)) return refusal;
      asked.add(uid);
    }
    return asked.size > SIGNATORIES_MAX ? new Refusal('request entity too large') : [...asked];
  },
});
