// The newest mails that the shop has sent or could not send, below the list of accounts; administrators can send one
// again.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { MailAnswer } from '../../../contract/accounts/accounts.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { askMails, failedMails, type OutboxMail, retryMail } from '../../lib/accounts/account-calls.ts';
import { accountErrors, mails, problemOf } from '../../lib/accounts/account-texts.ts';
import { $mailTrouble } from '../../lib/accounts/mail-trouble.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { MAILS_HASH } from '../../lib/platform/paths.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, Failed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';

/** How long a mail that is sent at once usually needs, ms. */
const SENDING_TIME = 1_500;

export function Outbox() {
  // Links to the mails open them; the list of people above has been drawn by then.
  const [isMeant] = useState(() => location.hash === MAILS_HASH);
  const [isOpen, setOpen] = useState(isMeant);
  const part = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isMeant) part.current?.scrollIntoView();
  }, [isMeant]);
  return (
    <details
      ref={part}
      open={isMeant}
      className="panel cabinet-part below-20 outbox"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{mails.heading}</summary>
      {isOpen && <Mails />}
    </details>
  );
}

function Mails() {
  const { value: rows, failure, again } = useLoaded(askMails);
  const [text, setSaid] = useState('');
  /** A mail that was not to be sent any more: what became of it stands in the list. */
  const [asked, setAsked] = useState<OutboxMail | null>(null);
  const said = asked ? mails.gone(rows?.find(({ outbox, id }) => outbox === asked.outbox && id === asked.id)) : text;
  const trouble = useStore($mailTrouble);
  const list = useRef<HTMLUListElement>(null);

  async function retry(mail: OutboxMail) {
    const refused = await attempt(() => retryMail(mail));
    if (refused) {
      if (refused.kind !== 'missing') setSaid(failureText(refused, accountErrors));
      setAsked(refused.kind === 'missing' ? mail : null);
      await again();
    } else {
      setAsked(null);
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
      <p className="muted small">{mails.lead(trouble)}</p>
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
        {mail.subject && <span>{mail.subject}</span>}
        <span className="muted small">
          {mails.kinds[mail.kind] ?? mail.kind}, {moment(mail.createdAt)}
          {mail.state !== 'sent' && `, ${mails.attempts(mail.attempts)}`}
          {mail.state === 'waiting' && mail.nextAt && `, ${mails.next(moment(mail.nextAt))}`}
        </span>
        {mail.problem && <span className="small">{problemOf(mail.problem)}</span>}
      </span>
      {mail.mayRetry && (
        <Button kind="quiet" aria-label={mails.retryOf(mail.to)} onClick={onRetry}>
          {mails.retry}
        </Button>
      )}
    </li>
  );
}
