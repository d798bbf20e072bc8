import type { AccountAnswer, AdminAccountAnswer, MailAnswer } from '../../contract/mauth.ts';
import type { ListedMail } from '../mail/outbox.ts';
import type { User } from './schema.ts';

/** What the API shows of an account. */
export const toAccount = (user: User): AccountAnswer => ({
  email: user.email,
  rank: user.rank,
  name: user.name,
  createdAt: new Date(user.created_at).toISOString(),
  updatedAt: new Date(user.updated_at).toISOString(),
});

/** What an administrator sees of an account. */
export const toAdminAccount = (user: User & { sessions: number }): AdminAccountAnswer => ({
  ...toAccount(user),
  confirmed: user.confirmed_at !== null,
  disabled: user.disabled === 1,
  mustChangePassword: user.must_change === 1,
  sessions: user.sessions,
});

/** What an administrator sees of a mail. */
export const toMail = (mail: ListedMail): MailAnswer => ({
  id: mail.id,
  to: mail.recipient,
  kind: mail.kind,
  state: mail.state === 'sending' ? 'waiting' : mail.state,
  attempts: mail.attempts,
  mayRepeat: mail.may_repeat === 1,
  createdAt: new Date(mail.created_at).toISOString(),
  nextAt: mail.state === 'waiting' ? new Date(mail.next_at).toISOString() : null,
  sentAt: mail.sent_at === null ? null : new Date(mail.sent_at).toISOString(),
  problem: mail.problem,
});
