import type { Stage } from '../../../../contract/docflow-queue.ts';
import { askedIn, type StoredDocument } from '../document/document.ts';
import { turnOf } from '../document/route-rules.ts';

/**
 * Where the way of a document stands. On a route each step is one, and the recipients are the last. Without a route the lists
 * of an ordered document are two steps; those of any other are asked at the same time, and what is to be signed gives the
 * step its name.
 */
export function stageOf(document: Pick<StoredDocument, 'entries' | 'task' | 'route'>): Stage {
  const { entries, task, route } = document;
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  if (route) return stageOnRoute(document, route.steps.length + (kinds.includes('recipient') ? 1 : 0));
  const kind = (askedIn(document)[0] ?? entries.at(-1))?.kind ?? 'acceptor';
  if (!task.ordered || kinds.length < 2) return { kind, number: 1, count: 1 };
  return { kind, number: kind === 'acceptor' ? 1 : 2, count: 2 };
}

/** Declined is told of the step that did. */
function stageOnRoute({ entries, route }: Pick<StoredDocument, 'entries' | 'route'>, count: number): Stage {
  const steps = route?.steps ?? [];
  const turn = turnOf(entries, steps);
  if (turn === 'recipients')
    return { kind: count > steps.length ? 'recipient' : 'acceptor', number: count, count };
  if (turn !== 'declined') return { kind: 'acceptor', number: turn, count };
  const declined = entries.find(({ declinedAt }) => declinedAt !== null);
  return { kind: 'acceptor', number: declined?.step ?? 1, count };
}
