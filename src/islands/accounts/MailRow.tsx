import type { MailAnswer } from '../../../contract/mauth.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { mails } from '../../lib/accounts/accounts-texts.ts';
import { site } from '../../lib/site/site.ts';
import { Button } from '../ui/Button.tsx';

const TAGS = { waiting: 'warn', sent: 'ok', failed: 'warn' } as const;
const moment = (text: string): string => formatMoment(new Date(text), site.timeZone);

interface Props {
  readonly mail: MailAnswer;
  readonly onRetry: () => void;
}

/** One mail of the outbox: to whom, how its sending goes, and a way to send it at once. */
export function MailRow({ mail, onRetry }: Props) {
  return (
    <li>
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
