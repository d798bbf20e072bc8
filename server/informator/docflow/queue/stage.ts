import type { Stage } from '../../../../contract/docflow-queue.ts';
import type { StoredDocument } from '../document/document.ts';
import { signatoriesAsked } from '../document/signatory-rules.ts';

/**
 * Where the way of a document stands. The lists of an ordered document are two steps; those of any other are asked at the
 * same time, and what is to be signed gives the step its name.
 */
export function stageOf({ entries, task }: Pick<StoredDocument, 'entries' | 'task'>): Stage {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const asked = signatoriesAsked(entries, task.ordered);
  const kind = (asked[0] ?? entries.at(-1))?.kind ?? 'acceptor';
  if (!task.ordered || kinds.length < 2) return { kind, number: 1, count: 1 };
  return { kind, number: kind === 'acceptor' ? 1 : 2, count: 2 };
}
