import type { AuditTrail } from '../../../../contract/audit.ts';
import { badRequest, conflict } from '../../../http/errors.ts';
import { countCells } from './cells.ts';
import type { Saved } from './save.ts';

type Doer = Parameters<AuditTrail['record']>[0]['by'];

/** Records what a save changed and resolves to the new version; throws the answer to a save that was stopped. */
export function tellSaved(saved: Saved, trail: AuditTrail, by: Doer): number {
  if (saved.outcome === 'unknown') throw badRequest(`invalid ${saved.entity} id`);
  if (saved.outcome === 'changed meanwhile') {
    const { outcome, who, when, role } = saved;
    throw conflict(outcome, { who, when: new Date(when).toISOString(), role });
  }
  for (const { role, added, removed } of saved.changes)
    trail.record({
      event: 'access.saved',
      by,
      target: role.title,
      details: { added: countCells(added), removed: countCells(removed) },
    });
  return saved.version;
}
