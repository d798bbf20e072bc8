import { AUDIT_EVENTS, type AuditEvent } from '../../../contract/audit.ts';

/** What the choice of events is divided into. */
export const GROUPS = ['signin', 'refusals', 'accounts', 'rights'] as const;
type Group = (typeof GROUPS)[number];

const BEGINNINGS: readonly (readonly [string, Group])[] = [
  ['signin.', 'signin'],
  ['session.', 'signin'],
  ['refused', 'refusals'],
  ['throttled', 'refusals'],
  ['role.', 'rights'],
  ['access.', 'rights'],
  ['list.', 'rights'],
  ['substitute.', 'rights'],
  ['journal.', 'rights'],
];

const groupOf = (event: AuditEvent): Group =>
  BEGINNINGS.find(([beginning]) => event.startsWith(beginning))?.[1] ?? 'accounts';

/** The events of a group, in the order of the list of all. */
export const eventsOf = (group: Group): readonly AuditEvent[] =>
  AUDIT_EVENTS.filter((event) => groupOf(event) === group);
