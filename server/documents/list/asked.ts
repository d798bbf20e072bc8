// SQL of who may decide for those whom documents of a list ask: their substitutes of today.
import type { StandIn } from '../../../contract/documents/lists.ts';
import * as portal from '../../portal-database/schema.ts';
import { currentDay } from '../document/access.ts';
import type { DocumentsContext } from '../document/document.ts';
import { mayDecideForSignatory } from '../document/who-may-decide.ts';

/**
 * Who may decide today for absent people who are asked, by document; no one whose account is disabled, as far as the
 * auth service says.
 */
export async function selectStandIns(
  read: portal.PortalSource,
  context: DocumentsContext,
  documents: readonly number[],
): Promise<ReadonlyMap<number, StandIn[]>> {
  if (documents.length === 0) return new Map();
  const rows = await portal
    .substitutionsOn(read, currentDay(context))
    .innerJoin('document_entries as entry', 'entry.user_id', 'absent.id')
    .select(['entry.document_id', 'absent.uid as absent', 'acting.uid', 'acting.name', 'acting.email'])
    .distinct()
    .where('entry.document_id', 'in', documents)
    .where('entry.is_asked', '=', 1)
    .where(mayDecideForSignatory(portal.ROLES_OF_BOTH))
    .orderBy('absent.uid')
    .execute();
  const acting = [...new Set(rows.map(({ uid }) => uid))];
  const disabled = await context.people.disabledAmong(acting).catch(() => new Set<string>());
  const found = new Map<number, StandIn[]>();
  for (const { document_id, absent, uid, name, email } of rows) {
    if (disabled.has(uid)) continue;
    const known = found.get(document_id) ?? [];
    found.set(document_id, known);
    known.push({ absent, acting: { uid, name: name ?? '', email } });
  }
  return found;
}
