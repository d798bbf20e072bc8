import type { FastifyBaseLogger } from 'fastify';
import { ALARMS } from '../../contract/audit.ts';
import type { PlainEntry } from './plain.ts';

/** One line of the log for something that happened: a warning where a person should look. */
export function logEntry(log: FastifyBaseLogger, { event, by, target, details }: PlainEntry): void {
  const facts = {
    audit: event,
    actor: by.actor?.email,
    target,
    address: by.address || undefined,
    ...details,
  };
  if (ALARMS.has(event)) log.warn(facts, 'audit');
  else log.info(facts, 'audit');
}
