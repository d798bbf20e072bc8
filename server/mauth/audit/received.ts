import { AUDIT_EVENTS, type AuditDetails, type AuditEvent } from '../../../contract/audit.ts';
import type { AuditHeapsBody } from '../../../contract/audit-api.ts';
import { plainEntry } from '../../audit/plain.ts';
import type { Heap } from '../../audit/trail.ts';

const EVENTS: ReadonlySet<string> = new Set(AUDIT_EVENTS);
const isEvent = (name: string): name is AuditEvent => EVENTS.has(name);

/** What another service sent, as the trail gathers it; null when an event or its details are not known. */
export function heapsOf({ heaps }: AuditHeapsBody): readonly Heap[] | null {
  const read = heaps.map(heapOf);
  return read.includes(null) ? null : read.filter((heap) => heap !== null);
}

function heapOf(sent: AuditHeapsBody['heaps'][number]): Heap | null {
  const { event, actor, actorUid = null, address, agent, target, targetUid, at, lastAt, count, key } = sent;
  const details = detailsOf(sent.details);
  if (!isEvent(event) || !details) return null;
  const by = { actor: actor === undefined ? null : { uid: actorUid, email: actor }, address, agent };
  const entry = plainEntry({ event, by, target, targetUid, details });
  return { entry, at, lastAt, count, key: key ?? null };
}

function detailsOf(text: string): AuditDetails | null {
  try {
    const details = JSON.parse(text) as unknown;
    return typeof details === 'object' && details !== null ? (details as AuditDetails) : null;
  } catch {
    return null;
  }
}
