import { ALARMS, type AuditEvent } from '../../../contract/audit.ts';
import type { AuditEntryAnswer } from '../../../contract/audit-api.ts';
import { auditDetails, auditTitle } from '../../../contract/audit-words.ts';
import { formatDevice } from '../../../contract/device.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { journal as texts } from '../../lib/journal/journal-texts.ts';
import { site } from '../../lib/site/site.ts';

const momentOf = (text: string): string => formatMoment(new Date(text), site.timeZone);

/** One entry: what happened and when, who did it to whom, and from where. */
export function JournalEntry({ entry }: { readonly entry: AuditEntryAnswer }) {
  const { at, lastAt, count, event, actor, target, address, agent, details } = entry;
  const others = auditDetails(details);
  return (
    <li className="journal-entry">
      <time className="journal-when" dateTime={at}>
        {momentOf(at)}
      </time>
      <div className="journal-what">
        <strong>{auditTitle(event)}</strong>{' '}
        {count > 1 && (
          <span className={`tag ${ALARMS.has(event as AuditEvent) ? 'warn' : ''}`}>
            {texts.times(count, momentOf(lastAt ?? at))}
          </span>
        )}
        {others && <p className="muted small">{others}</p>}
      </div>
      <dl className="journal-who">
        <div>
          <dt>{texts.columns.actor}</dt>
          <dd>{texts.actorOf(actor) ?? texts.nobody}</dd>
        </div>
        {target !== null && target !== actor && (
          <div>
            <dt>{texts.columns.target}</dt>
            <dd>{target}</dd>
          </div>
        )}
        {address !== null && (
          <div>
            <dt>{texts.columns.place}</dt>
            <dd title={agent ?? undefined}>
              {address}
              {agent && <span className="muted"> {formatDevice(agent) || agent}</span>}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}
