// The part of the cabinet that lists a user's open sessions (devices signed in) and ends one or all others; rows serve
// administrators too (people/PersonMore).
import type { SessionAnswer } from '../../../contract/accounts/accounts.ts';
import { formatDevice } from '../../../contract/accounts/device.ts';
import { formatDay, formatMoment } from '../../../rules/format/texts.ts';
import { sessions } from '../../lib/accounts/cabinet-texts.ts';
import { askSessions, endOtherSessions, endSession } from '../../lib/accounts/own-account-calls.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import { ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';

export function OwnSessions() {
  const { value: rows, failure, again, update } = useLoaded(askSessions);
  const part = useCabinetPart();

  async function end(row: SessionAnswer): Promise<Confirmed> {
    const refused = await attempt(() => endSession(row.id));
    // Ended elsewhere meanwhile: it is what was asked for.
    if (refused && refused.kind !== 'missing') return { refused: failureText(refused) };
    if (row.current) location.assign(paths.signout);
    else {
      update((shown) => shown.filter(({ id }) => id !== row.id));
      part.say(sessions.ended);
    }
    return { done: true };
  }

  async function endOthers(): Promise<Confirmed> {
    const refused = await attempt(endOtherSessions);
    if (refused) return { refused: failureText(refused) };
    update((shown) => shown.filter(({ current }) => current));
    part.say(sessions.othersEnded);
    return { done: true };
  }

  const deviceOf = ({ agent }: SessionAnswer) => formatDevice(agent) || sessions.unknown;
  return (
    <CabinetPart part={part} texts={sessions} failure={failure} loading={!rows} onLoad={() => void again()}>
      {rows && (
        <ul className="session-list">
          {rows.map((row) => (
            <SessionRow
              key={row.id}
              row={row}
              details={row.current ? sessions.endOwn : sessions.details(deviceOf(row))}
              onEnd={() => end(row)}
            />
          ))}
        </ul>
      )}
      {rows && rows.length > 1 && (
        <ConfirmButton
          className="button"
          question={sessions.othersQuestion}
          details={sessions.othersDetails}
          yes={sessions.endOthers}
          onConfirm={endOthers}>
          {sessions.endOthers}
        </ConfirmButton>
      )}
    </CabinetPart>
  );
}

interface Props {
  readonly row: SessionAnswer;
  readonly details: string;
  readonly onEnd: () => Promise<Confirmed>;
}

export function SessionRow({ row, details, onEnd }: Props) {
  const device = formatDevice(row.agent) || sessions.unknown;
  return (
    <li>
      <span className="session-text stack breaks shrinks">
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
        onConfirm={onEnd}>
        {sessions.end}
      </ConfirmButton>
    </li>
  );
}
