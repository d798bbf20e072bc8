import { useState } from 'react';
import type { MailAnswer } from '../../../contract/mauth.ts';
import { type Failure, failureOf } from '../../lib/api/failure.ts';
import { askMails } from '../../lib/api/mauth-admin.ts';
import { formatMoment } from '../../lib/format/day.ts';
import { site } from '../../lib/site.ts';
import { mails } from '../../lib/texts/accounts.ts';
import { failureText, tryAgain } from '../../lib/texts/failures.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

const TAGS = { waiting: 'warn', sent: 'ok', failed: 'warn' } as const;
const moment = (text: string): string => formatMoment(new Date(text), site.timeZone);

/** The newest mails and how their sending goes; asked for when it is opened. */
export function Outbox() {
  const [rows, setRows] = useState<readonly MailAnswer[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  function load() {
    setFailure(null);
    askMails().then(setRows, (error: unknown) => setFailure(failureOf(error)));
  }

  return (
    <details
      className="panel cabinet-part outbox"
      onToggle={({ currentTarget }) => currentTarget.open && load()}
    >
      <summary>{mails.heading}</summary>
      <p className="muted small">{mails.lead}</p>
      {failure && (
        <Message kind="error" actions={<Button onClick={load}>{tryAgain}</Button>}>
          {failureText(failure)}
        </Message>
      )}
      {!rows && !failure && <p role="status">{mails.loading}</p>}
      {rows?.length === 0 && <p className="muted">{mails.empty}</p>}
      {rows && rows.length > 0 && (
        <ul className="session-list">
          {rows.map((mail) => (
            <li key={mail.id}>
              <span className="session-text">
                <span>
                  {mail.to} <span className={`tag ${TAGS[mail.state]}`}>{mails.states[mail.state]}</span>{' '}
                  {mail.mayRepeat && <span className="tag warn">{mails.mayRepeat}</span>}
                </span>
                <span className="muted small">
                  {mails.kinds[mail.kind] ?? mail.kind}, {moment(mail.createdAt)}
                  {mail.state !== 'sent' && `, ${mails.attempts(mail.attempts)}`}
                  {mail.state === 'waiting' && mail.nextAt && `, ${mails.next(moment(mail.nextAt))}`}
                </span>
                {mail.problem && <span className="small">{mail.problem}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
