import { formatDevice } from '../../../contract/device.ts';
import type { SessionAnswer } from '../../../contract/mauth.ts';
import { formatDay, formatMoment } from '../../../rules/format/day.ts';
import { sessions } from '../../lib/accounts/session-texts.ts';
import { site } from '../../lib/site/site.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly row: SessionAnswer;
  /** What ending it means, beside its name. */
  readonly details: string;
  readonly onEnd: () => Promise<Confirmed>;
}

/** One open session: device, place, first and last use; it can be ended. */
export function SessionRow({ row, details, onEnd }: Props) {
  const device = formatDevice(row.agent) || sessions.unknown;
  return (
    <li>
      <span className="session-text">
        <span title={row.agent}>
          {device} {row.current && <span className="tag ok">{sessions.current}</span>}
        </span>
        {row.address && <span className="small">{sessions.from(row.place, row.address)}</span>}
        <span className="muted small">
          {sessions.begun(formatDay(new Date(row.createdAt), site.timeZone))},{' '}
          {sessions.used(formatMoment(new Date(row.lastUsedAt), site.timeZone))}
        </span>
      </span>
      <ConfirmButton
        className="button quiet"
        label={sessions.endOf(device)}
        question={sessions.question}
        details={details}
        yes={sessions.end}
        onConfirm={onEnd}
      >
        {sessions.end}
      </ConfirmButton>
    </li>
  );
}
