import type { AuditDetails, AuditEntry } from '../../contract/audit.ts';
import { EMAIL_MAX } from '../../contract/limits.ts';

const ADDRESS_MAX = 64;
const AGENT_MAX = 200;
const DETAIL_MAX = 200;

/** A text as one line without letters that cannot be seen, at most so long: what strangers send must not forge a line. */
const plainText = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

const plainDetails = (details: AuditDetails): AuditDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainText(value, DETAIL_MAX) : value,
    ]),
  );

/** An entry that may be stored and logged: every text cut and on one line. */
export const plainEntry = ({ event, by, target, targetUid, details = {} }: AuditEntry) => ({
  event,
  by: {
    actor: by.actor && { uid: by.actor.uid, email: plainText(by.actor.email, EMAIL_MAX) },
    address: plainText(by.address, ADDRESS_MAX),
    agent: plainText(by.agent, AGENT_MAX),
  },
  target: target === undefined ? undefined : plainText(target, EMAIL_MAX),
  targetUid,
  details: plainDetails(details),
});
export type PlainEntry = ReturnType<typeof plainEntry>;
