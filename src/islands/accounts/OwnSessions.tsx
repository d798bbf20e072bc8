import { useEffect, useState } from 'react';
import { formatDevice } from '../../../contract/device.ts';
import type { SessionAnswer } from '../../../contract/mauth.ts';
import { sessions } from '../../lib/accounts/cabinet-texts.ts';
import { askSessions, endSession } from '../../lib/accounts/own-account-calls.ts';
import { formatDay, formatMoment } from '../../lib/format/day.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';

/** One's open sessions; each can be ended. */
export function OwnSessions() {
  const [rows, setRows] = useState<readonly SessionAnswer[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const part = useCabinetPart();

  function load() {
    setFailure(null);
    askSessions().then(setRows, (error: unknown) => setFailure(failureOf(error)));
  }
  useEffect(load, []);

  async function end(row: SessionAnswer): Promise<Confirmed> {
    try {
      await endSession(row.id);
    } catch (error) {
      const refused = failureOf(error);
      // Ended elsewhere meanwhile: it is what was asked for.
      if (refused.kind !== 'missing') return { refused: failureText(refused) };
    }
    if (row.current) location.assign(paths.signout);
    else {
      setRows((shown) => shown?.filter(({ id }) => id !== row.id) ?? null);
      part.say(sessions.ended);
    }
    return { done: true };
  }

  return (
    <CabinetPart part={part} texts={sessions} failure={failure} loading={!rows} onLoad={load}>
      {rows && (
        <ul className="session-list">
          {rows.map((row) => (
            <SessionRow key={row.id} row={row} onEnd={() => end(row)} />
          ))}
        </ul>
      )}
    </CabinetPart>
  );
}

interface RowProps {
  readonly row: SessionAnswer;
  readonly onEnd: () => Promise<Confirmed>;
}

function SessionRow({ row, onEnd }: RowProps) {
  const device = formatDevice(row.agent) || sessions.unknown;
  return (
    <li>
      <span className="session-text">
        <span title={row.agent}>
          {device} {row.current && <span className="tag ok">{sessions.current}</span>}
        </span>
        <span className="muted small">
          {sessions.begun(formatDay(new Date(row.createdAt), site.timeZone))},{' '}
          {sessions.used(formatMoment(new Date(row.lastUsedAt), site.timeZone))}
        </span>
      </span>
      <ConfirmButton
        className="button quiet"
        label={sessions.endOf(device)}
        question={sessions.question}
        details={row.current ? sessions.endOwn : sessions.details(device)}
        yes={sessions.end}
        onConfirm={onEnd}
      >
        {sessions.end}
      </ConfirmButton>
    </li>
  );
}
