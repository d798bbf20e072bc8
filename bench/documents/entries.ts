import type { DocumentState } from '../../contract/documents/documents.ts';
import { pick } from './chance.ts';

interface DocumentRow {
  readonly id: number;
  readonly author_id: number;
  readonly directing_id: number;
  readonly task_id: number;
}

/** Nine of ten documents are done, the rest waits; some were declined. */
export function stateOf(id: number): DocumentState {
  const roll = pick(id, 5, 100);
  if (roll < 90) return 'done';
  return roll < 98 ? 'pending' : 'declined';
}

/** Two acceptors and three recipients; the caller signs one document of twenty, and is to know of one of ten. */
export function entriesOf(id: number, users: number) {
  const state = stateOf(id);
  const kinds = ['acceptor', 'acceptor', 'recipient', 'recipient', 'recipient'] as const;
  const listed = new Set<string>();
  return kinds.flatMap((kind, place) => {
    const isCaller = place === 0 ? pick(id, 6, 20) === 0 : place === 2 && pick(id, 7, 10) === 0;
    const user_id = isCaller ? 1 : 2 + pick(id, 30 + place, users - 1);
    if (listed.has(`${kind} ${user_id}`)) return [];
    listed.add(`${kind} ${user_id}`);
    const isAccepted = state === 'done' || place === 1 || place === 3;
    const declined = state === 'declined' && place === 0;
    return [
      {
        document_id: id,
        kind,
        user_id,
        place,
        accepted_at: isAccepted ? 1 : null,
        accepted_by: isAccepted ? user_id : null,
        declined_at: declined ? 1 : null,
        declined_by: declined ? user_id : null,
        reason: declined ? 'Нет сметы' : '',
        is_asked: isAccepted || declined ? 0 : 1,
        asked_at: isAccepted || declined ? null : id,
      },
    ];
  });
}

/** Who sees a document whatever his role. */
export function peopleOf(document: DocumentRow, users: number) {
  const { id, author_id, directing_id, task_id } = document;
  const listed = new Set(entriesOf(id, users).map(({ user_id }) => user_id));
  return [...new Set([author_id, ...listed])].map((user_id) => ({
    user_id,
    document_id: id,
    directing_id,
    task_id,
    state: stateOf(id),
    is_listed: listed.has(user_id) ? 1 : 0,
  }));
}
