import type { DocumentRoute, StepState } from '../../../../contract/document-route.ts';
import type { StoredDocument } from './document.ts';
import { type Turn, turnOf } from './route-rules.ts';
import type { Signatory } from './signatory-rules.ts';

/** The way of a document through its steps, as the API shows it. */
export function routeAnswer({ entries, route }: Pick<StoredDocument, 'entries' | 'route'>): DocumentRoute {
  const { steps, version } = route ?? { steps: [], version: 0 };
  const turn = turnOf(entries, steps);
  return {
    version,
    steps: steps.map(({ title, mode, days }, place) => {
      const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
      const dueAt = own.find((entry) => entry.dueAt !== null)?.dueAt ?? null;
      return {
        ...{ title, mode, days },
        state: stateOfStep(own, place + 1, turn),
        people: own.map(({ uid }) => uid),
        dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
      };
    }),
  };
}

function stateOfStep(own: readonly Signatory[], number: number, turn: Turn): StepState {
  if (own.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  if (turn === 'recipients') return 'done';
  if (turn === 'declined') return own.some(({ acceptedAt }) => acceptedAt !== null) ? 'done' : 'waiting';
  if (number === turn) return 'current';
  return number < turn ? 'done' : 'waiting';
}
