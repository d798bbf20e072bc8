import type { Migration } from '../../platform/database/types.ts';

const changes = (big: string): readonly string[] => [
  'ALTER TABLE audit_events ADD COLUMN actor_uid TEXT',
  'ALTER TABLE audit_events ADD COLUMN actor TEXT',
  'ALTER TABLE audit_events ADD COLUMN target TEXT',
  'ALTER TABLE audit_events ADD COLUMN agent TEXT',
  'ALTER TABLE audit_events ADD COLUMN count INTEGER NOT NULL DEFAULT 1',
  `ALTER TABLE audit_events ADD COLUMN last_at ${big}`,
  'ALTER TABLE audit_events ADD COLUMN fold TEXT',
  "ALTER TABLE audit_events ADD COLUMN search_text TEXT NOT NULL DEFAULT ''",
  'UPDATE audit_events SET target = (SELECT email FROM users WHERE users.uid = audit_events.uid)',
  "UPDATE audit_events SET search_text = lower(coalesce(target, '') || ' ' || coalesce(client, ''))",
  'CREATE UNIQUE INDEX audit_events_by_fold ON audit_events (fold)',
  'CREATE INDEX audit_events_by_time ON audit_events (at, id)',
  'CREATE INDEX audit_events_by_event ON audit_events (event, at, id)',
];

/**
 * The audit trail names who did it (`actor`, by e-mail as it was then), to whom (`uid` and `target`) and from where
 * (`client`, `agent`). Equal events of a minute share a row by `fold`, which counts them up to `last_at`.
 */
export const auditTrail: Migration = {
  version: 6,
  name: 'audit trail',
  sqlite: changes('INTEGER'),
  postgres: changes('BIGINT'),
};
