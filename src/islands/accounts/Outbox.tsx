import { useRef, useState } from 'react';
import { askMails, type OutboxMail, retryMail } from '../../lib/accounts/account-calls.ts';
import { mails } from '../../lib/accounts/accounts-texts.ts';
import { failedMails } from '../../lib/accounts/failed-mails.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Failed } from '../ui/Failed.tsx';
import { MailRow } from './MailRow.tsx';

/** How long a mail that is sent at once usually needs, ms. */
const SENDING_TIME = 1_500;

/** The newest mails and how their sending goes; asked for when it is opened. */
export function Outbox() {
  const [rows, setRows] = useState<readonly OutboxMail[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);

  async function load() {
    setFailure(null);
    try {
      setRows(await askMails());
    } catch (error) {
      setFailure(failureOf(error));
    }
  }

  async function retry(mail: OutboxMail) {
    try {
      await retryMail(mail);
      setSaid(mails.retried(mail.to));
      setTimeout(() => {
        void load();
        void failedMails.load();
      }, SENDING_TIME);
    } catch (error) {
      const refused = failureOf(error);
      setSaid(refused.kind === 'missing' ? mails.gone : failureText(refused));
      await load();
    }
    // The pressed button goes when the mail is on its way.
    list.current?.focus();
  }

  return (
    <details
      className="panel cabinet-part outbox"
      onToggle={({ currentTarget }) => currentTarget.open && void load()}
    >
      <summary>{mails.heading}</summary>
      <p className="muted small">{mails.lead}</p>
      <p role="status" className={said ? 'small' : 'visually-hidden'}>
        {said}
      </p>
      {failure && <Failed failure={failure} onAgain={() => void load()} />}
      {!rows && !failure && <p role="status">{mails.loading}</p>}
      {rows?.length === 0 && <p className="muted">{mails.empty}</p>}
      {rows && rows.length > 0 && (
        <ul ref={list} className="session-list" aria-label={mails.heading} tabIndex={-1}>
          {rows.map((mail) => (
            <MailRow key={`${mail.outbox} ${mail.id}`} mail={mail} onRetry={() => void retry(mail)} />
          ))}
        </ul>
      )}
    </details>
  );
}
