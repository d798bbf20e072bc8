/** The SQL of the outbox, and the rules of retries. */
import type { Kysely, Updateable } from 'kysely';
import type { DialectName } from '../database/types.ts';
import type { OutboxState } from '../watch/watched-service.ts';
import type { MailRow, OutboxSchema } from './mail.ts';

/** A connection to read from, or the transaction a change belongs to. */
export type Source = Kysely<OutboxSchema>;

type NewMail = Pick<MailRow, 'recipient' | 'kind' | 'subject' | 'sealed' | 'created_at' | 'useless_at'>;

export async function insertMail(source: Source, mail: NewMail): Promise<void> {
  const values = { ...mail, state: 'waiting' as const, next_at: mail.created_at, sent_at: null, problem: null };
  await source.insertInto('mails').values(values).execute();
}

/** `withStopped`: those too whose sender was interrupted. */
export interface Due {
  readonly now: number;
  readonly withStopped: boolean;
}

const dueMails = (source: Source, { now, withStopped }: Due) =>
  source
    .selectFrom('mails')
    .where('state', 'in', withStopped ? ['waiting', 'sending'] : ['waiting'])
    .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', clockHorizon(now))]));

export const hasDueMail = async (source: Source, due: Due): Promise<boolean> =>
  (await dueMails(source, due).select('id').limit(1).executeTakeFirst()) !== undefined;

/** The due mail that has waited longest, for this transaction to take; `sending`: its sender was interrupted. */
export const nextDueMail = (source: Source, dialect: DialectName, due: Due): Promise<MailRow | undefined> =>
  dueMails(source, due)
    .selectAll()
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    // SQLite has one writer; in PostgreSQL another process may be at the same row.
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();

/** Changes a mail, unless an attempt was begun since it was read. */
export async function updateMail(
  source: Source,
  { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
  change: Updateable<OutboxSchema['mails']>,
): Promise<void> {
  await source.updateTable('mails').set(change).where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** Makes a mail due whose text is still kept and useful, unless it is being sent; false when there is none such. */
export async function makeDue(source: Source, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('mails')
    .set({ state: 'waiting', next_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .where('sealed', 'is not', null)
    .where('useless_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a text is kept that may not be sent any more. */
export const hasUselessLetter = async (source: Source, now: number): Promise<boolean> => {
  const useless = source.selectFrom('mails').select('id').where('state', '=', 'failed');
  const kept = useless.where('sealed', 'is not', null).where('useless_at', '<=', now);
  return (await kept.limit(1).executeTakeFirst()) !== undefined;
};

/** Number of failed mails that can still be sent by hand, as `makeDue` allows. */
export async function countFailed(source: Source, now: number): Promise<number> {
  const { count } = await source
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'failed')
    .where('sealed', 'is not', null)
    .where('useless_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** State of the queue, by its partial indexes: takes time in proportion to its length. */
export async function outboxState(source: Source, now: number): Promise<Omit<OutboxState, 'trouble'>> {
  const waiting = await source
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow();
  const failed = await countFailed(source, now);
  const inTrouble = source.selectFrom('mails').select('problem').where('problem', 'is not', null);
  const answered =
    (await inTrouble.where('state', 'in', ['waiting', 'sending']).orderBy('id', 'desc').limit(1).executeTakeFirst()) ??
    (failed > 0
      ? await inTrouble
          .where('state', '=', 'failed')
          .where('sealed', 'is not', null)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
      : undefined);
  return {
    waiting: Number(waiting.count),
    failed,
    oldestAt: waiting.oldest === null ? null : Number(waiting.oldest),
    problem: answered?.problem ?? null,
  };
}

/** What nodemailer says of a mail whose recipients the server refused: others may leave all the same. */
const RECIPIENT_REFUSED = "Can't send mail - all recipients were rejected%";
/** Newest mails among which one is looked for that has left. */
const NEWEST = 100;

/** Whether none of the newest mails has left since the oldest one in trouble was put in. */
export async function isFailing(source: Source): Promise<boolean> {
  const { since } = await source
    .selectFrom('mails')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('state', 'in', ['waiting', 'sending'])
    .where('problem', 'is not', null)
    .where('problem', 'not like', RECIPIENT_REFUSED)
    .executeTakeFirstOrThrow();
  if (since === null) return false;
  const newest = source.selectFrom('mails').select('sent_at').orderBy('id', 'desc').limit(NEWEST).as('newest');
  const left = source.selectFrom(newest).select('sent_at').where('sent_at', '>=', Number(since)).limit(1);
  return (await left.executeTakeFirst()) === undefined;
}

export async function eraseUselessLetters(source: Source, now: number): Promise<void> {
  const failed = source.updateTable('mails').set({ sealed: null }).where('state', '=', 'failed');
  await failed.where('sealed', 'is not', null).where('useless_at', '<=', now).execute();
}

/** A mail without its text; `kept`: 1 while the text is there. */
export type ListedMail = Omit<MailRow, 'sealed'> & { readonly kept: number };

/** Mails before the id `last`, newest first, without texts. */
export const listMails = (source: Source, { last, limit }: { last: number | null; limit: number }) =>
  source
    .selectFrom('mails')
    .select(['id', 'recipient', 'kind', 'subject', 'state', 'attempts', 'may_repeat', 'created_at'])
    .select(['useless_at', 'next_at', 'sent_at', 'problem'])
    .select((eb) => eb.case().when('sealed', 'is not', null).then(1).else(0).end().as('kept'))
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() satisfies Promise<ListedMail[]>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Pauses before the second, third, … attempt; the last one repeats, ms. */
const PAUSES = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const LONGEST_PAUSE = 60 * MINUTE;

export const ATTEMPT_MAX = 2 * MINUTE;
/** An attempt that has not ended after this was interrupted, ms. */
export const LEASE = 5 * MINUTE;

/** Moments beyond this were set by a clock that has been set back since; such mails are due. */
const clockHorizon = (now: number): number => now + 2 * LONGEST_PAUSE;

type NextStep =
  | { readonly state: 'waiting'; readonly nextAt: number; readonly mayRepeat: boolean }
  | { readonly state: 'failed'; readonly mayRepeat: boolean };

interface FailedAttempt {
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Whether the mail may have been accepted, and whether that was so at an earlier attempt already. */
  readonly mayBeTaken: boolean;
  readonly mayRepeat: boolean;
  readonly uselessAt: number;
}

/** Growing pauses until the mail is useless; at most one attempt after one that may have succeeded. */
export function afterFailure(attempt: FailedAttempt, now: number): NextStep {
  const mayRepeat = attempt.mayRepeat || attempt.mayBeTaken;
  const nextAt = now + (PAUSES[attempt.attempts - 1] ?? LONGEST_PAUSE);
  const wouldBeThird = attempt.mayRepeat && attempt.mayBeTaken;
  return wouldBeThird || nextAt >= attempt.uselessAt
    ? { state: 'failed', mayRepeat }
    : { state: 'waiting', nextAt, mayRepeat };
}
