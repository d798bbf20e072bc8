import { useEffect, useRef, useState } from 'react';
import type { SessionAnswer } from '../../../../contract/mauth.ts';
import { type Failure, failureOf } from '../../../lib/api/failure.ts';
import { askSessions, endSession } from '../../../lib/api/mauth-own.ts';
import { formatDay, formatMoment } from '../../../lib/format/day.ts';
import { formatDevice } from '../../../lib/format/device.ts';
import { paths } from '../../../lib/paths.ts';
import { site } from '../../../lib/site/site.ts';
import { sessions } from '../../../lib/texts/cabinet.ts';
import { failureText, tryAgain } from '../../../lib/texts/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton, type Confirmed } from '../../ui/ConfirmButton.tsx';
import { Message } from '../../ui/Message.tsx';

/** One's open sessions; each can be ended. */
export function OwnSessions() {
  const [rows, setRows] = useState<readonly SessionAnswer[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const summary = useRef<HTMLElement>(null);

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
      setSaid(sessions.ended);
      // The button went with its row.
      requestAnimationFrame(() => summary.current?.focus());
    }
    return { done: true };
  }

  return (
    <details className="panel cabinet-part" open>
      <summary ref={summary}>{sessions.heading}</summary>
      <p className="muted small">{sessions.lead}</p>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {failure && (
        <Message kind="error" actions={<Button onClick={load}>{tryAgain}</Button>}>
          {failureText(failure)}
        </Message>
      )}
      {!rows && !failure && <p role="status">{sessions.loading}</p>}
      {rows && (
        <ul className="session-list">
          {rows.map((row) => (
            <SessionRow key={row.id} row={row} onEnd={() => end(row)} />
          ))}
        </ul>
      )}
    </details>
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
