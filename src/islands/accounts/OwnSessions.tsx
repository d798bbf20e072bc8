import { useEffect, useState } from 'react';
import { formatDevice } from '../../../contract/device.ts';
import type { SessionAnswer } from '../../../contract/mauth.ts';
import { askSessions, endOtherSessions, endSession } from '../../lib/accounts/own-account-calls.ts';
import { sessions } from '../../lib/accounts/session-texts.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { CabinetPart, useCabinetPart } from './CabinetPart.tsx';
import { SessionRow } from './SessionRow.tsx';

/** One's open sessions; each can be ended, and all others at once. */
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

  async function endOthers(): Promise<Confirmed> {
    try {
      await endOtherSessions();
    } catch (error) {
      return { refused: failureText(failureOf(error)) };
    }
    setRows((shown) => shown?.filter(({ current }) => current) ?? null);
    part.say(sessions.othersEnded);
    return { done: true };
  }

  const deviceOf = ({ agent }: SessionAnswer) => formatDevice(agent) || sessions.unknown;
  return (
    <CabinetPart part={part} texts={sessions} failure={failure} loading={!rows} onLoad={load}>
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
          onConfirm={endOthers}
        >
          {sessions.endOthers}
        </ConfirmButton>
      )}
    </CabinetPart>
  );
}
