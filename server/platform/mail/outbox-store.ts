import type { Kysely, Updateable } from 'kysely';
import type { DialectName } from '../database/types.ts';
import type { OutboxState } from '../watch/watched-service.ts';
import type { MailRow, OutboxSchema } from './outbox-schema.ts';
import { clockHorizon } from './retry-rules.ts';

/** A connection to read from, or the transaction a change belongs to. */
export type Source = Kysely<OutboxSchema>;

type NewMail = Pick<MailRow, 'recipient' | 'kind' | 'sealed' | 'created_at' | 'useless_at'>;

/** Adds a mail that is due at once. */
export async function insertMail(source: Source, mail: NewMail): Promise<void> {
  const values = {
    ...mail,
    state: 'waiting' as const,
    next_at: mail.created_at,
    sent_at: null,
    problem: null,
  };
  await source.insertInto('mails').values(values).execute();
}

/** What is looked for: mails that wait, and where `withStopped` those whose sender was stopped too. */
export interface Due {
  readonly now: number;
  readonly withStopped: boolean;
}

const dueMails = (source: Source, { now, withStopped }: Due) =>
  source
    .selectFrom('mails')
    .where('state', 'in', withStopped ? ['waiting', 'sending'] : ['waiting'])
    .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', clockHorizon(now))]));

/** Whether anything could be sent now. */
export const hasDueMail = async (source: Source, due: Due): Promise<boolean> =>
  (await dueMails(source, due).select('id').limit(1).executeTakeFirst()) !== undefined;

/**
 * The mail that has waited longest, for this transaction to take; its state tells whether it was waiting, or was being
 * sent by somebody who was stopped meanwhile. Undefined when nothing is due.
 */
export const nextDueMail = (source: Source, dialect: DialectName, due: Due): Promise<MailRow | undefined> =>
  dueMails(source, due)
    .selectAll()
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    // SQLite has one writer; in PostgreSQL another process may be at the same row.
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();

/** Changes what is known of a mail, unless an attempt was begun since it was read. */
export async function updateMail(
  source: Source,
  { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
  change: Updateable<OutboxSchema['mails']>,
): Promise<void> {
  await source.updateTable('mails').set(change).where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** Makes a mail due whose letter is still there and of use, unless it is being sent; false when there is none such. */
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

/** Whether a letter is kept that nobody may send any more. */
export const hasUselessLetter = async (source: Source, now: number): Promise<boolean> => {
  const useless = source.selectFrom('mails').select('id').where('state', '=', 'failed');
  const kept = useless.where('sealed', 'is not', null).where('useless_at', '<=', now);
  return (await kept.limit(1).executeTakeFirst()) !== undefined;
};

/** How many mails were given up and can still be sent by hand, as `makeDue` allows. */
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

/** How the queue stands, by its partial indexes: it takes as long as there are mails in it. */
export async function outboxState(source: Source, now: number): Promise<OutboxState> {
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

/** Erases the letters of mails that were given up and are of no use any more. */
export async function eraseUselessLetters(source: Source, now: number): Promise<void> {
  const failed = source.updateTable('mails').set({ sealed: null }).where('state', '=', 'failed');
  await failed.where('sealed', 'is not', null).where('useless_at', '<=', now).execute();
}

/** A mail without its letter; `kept`: 1 while the letter is there. */
export type ListedMail = Omit<MailRow, 'sealed'> & { readonly kept: number };

/** Newest first, after the mail `last`, without the letters. */
export const listMails = (
  source: Source,
  { last, limit }: { last: number | null; limit: number },
): Promise<ListedMail[]> =>
  source
    .selectFrom('mails')
    .select(['id', 'recipient', 'kind', 'state', 'attempts', 'may_repeat', 'created_at'])
    .select(['useless_at', 'next_at', 'sent_at', 'problem'])
    .select((eb) => eb.case().when('sealed', 'is not', null).then(1).else(0).end().as('kept'))
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
