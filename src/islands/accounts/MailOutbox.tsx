// The newest mails that the shop has sent or could not send, below the list of accounts; administrators can send one
// again.
import { useRef, useState } from 'react';
import type { MailAnswer } from '../../../contract/accounts/accounts.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { askMails, failedMails, type OutboxMail, retryMail } from '../../lib/accounts/account-calls.ts';
import { mails } from '../../lib/accounts/account-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, Failed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';

/** How long a mail that is sent at once usually needs, ms. */
const SENDING_TIME = 1_500;

export function Outbox() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="panel cabinet-part below-20 outbox"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{mails.heading}</summary>
      {isOpen && <Mails />}
    </details>
  );
}

function Mails() {
  const { value: rows, failure, again } = useLoaded(askMails);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);

  async function retry(mail: OutboxMail) {
    const refused = await attempt(() => retryMail(mail));
    if (refused) {
      setSaid(refused.kind === 'missing' ? mails.gone : failureText(refused));
      await again();
    } else {
      setSaid(mails.retried(mail.to));
      setTimeout(() => {
        void again();
        void failedMails.load();
      }, SENDING_TIME);
    }
    // The pressed button goes when the mail is on its way.
    list.current?.focus();
  }

  return (
    <>
      <p className="muted small">{mails.lead}</p>
      <p role="status" className={said ? 'small' : 'visually-hidden'}>
        {said}
      </p>
      {failure && <Failed failure={failure} onAgain={() => void again()} />}
      {!rows && !failure && <p role="status">{mails.loading}</p>}
      {rows?.length === 0 && <p className="muted">{mails.empty}</p>}
      {rows && rows.length > 0 && (
        <ul ref={list} className="session-list" aria-label={mails.heading} tabIndex={-1}>
          {rows.map((mail) => (
            <MailRow key={`${mail.outbox} ${mail.id}`} mail={mail} onRetry={() => void retry(mail)} />
          ))}
        </ul>
      )}
    </>
  );
}

const TAGS = { waiting: 'warn', sent: 'ok', failed: 'warn' } as const;
const moment = (text: string): string => formatMoment(new Date(text), site.timeZone);

function MailRow({ mail, onRetry }: { readonly mail: MailAnswer; readonly onRetry: () => void }) {
  return (
    <li>
      <span className="session-text stack breaks shrinks">
        <span>
          {mail.to} <span className={`tag ${TAGS[mail.state]}`}>{mails.states[mail.state]}</span>{' '}
          {mail.mayRepeat && <span className="tag warn">{mails.mayRepeat}</span>}
        </span>
        <span className="muted small">
          {mails.kinds[mail.kind] ?? mail.kind}, {moment(mail.createdAt)}
          {mail.state !== 'sent' && `, ${mails.attempts(mail.attempts)}`}
          {mail.state === 'waiting' && mail.nextAt && `, ${mails.next(moment(mail.nextAt))}`}
        </span>
        {mail.problem && <span className="small">{mails.problems[mail.problem] ?? mail.problem}</span>}
      </span>
      {mail.mayRetry && (
        <Button kind="quiet" aria-label={mails.retryOf(mail.to)} onClick={onRetry}>
          {mails.retry}
        </Button>
      )}
    </li>
  );
}
