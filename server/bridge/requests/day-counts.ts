import type { Kysely } from 'kysely';
import type { BridgeSchema } from '../schema.ts';

type Source = Kysely<BridgeSchema>;

/** How many requests are taken in a day. */
export interface DayCaps {
  /** From all together who are not signed in. */
  readonly strangers: number;
  /** From one of their addresses, and from one account. */
  readonly sender: number;
}

/** Who sends. */
export interface DaySender {
  /** null: nobody is signed in. */
  readonly uid: string | null;
  /** Client address as rate limits count it. */
  readonly address: string;
}

/** Which cap a request met: that of its sender, or that of all strangers. */
export type MetCap = 'sender' | 'strangers';

/** What the page of the state tells of a day. */
export interface DayState {
  /** Requests of strangers. */
  readonly sent: number;
  /** Senders that met their cap. */
  readonly senders: number;
  /** Whether all strangers together have met theirs. */
  readonly strangersMet: boolean;
}

/** The sender that stands for all who are not signed in. */
const STRANGERS = '';

/**
 * Counts a request as sent on a day, or as refused by the cap that it meets, which is resolved to then. Requests are counted
 * one after another: the caller holds the row that their numbers are counted in.
 */
export async function countOnDay(
  transaction: Source,
  day: number,
  { uid, address }: DaySender,
  caps: DayCaps,
): Promise<MetCap | null> {
  // An account is bound to nobody's address, nor does it use up what strangers have.
  const counted: readonly (readonly [string, MetCap])[] =
    uid === null
      ? [
          [address, 'sender'],
          [STRANGERS, 'strangers'],
        ]
      : [[`account ${uid}`, 'sender']];
  const senders = counted.map(([sender]) => sender);
  const rows = await transaction
    .selectFrom('request_days')
    .select(['sender', 'sent'])
    .where('day', '=', day)
    .where('sender', 'in', senders)
    .execute();
  const sentBy = new Map(rows.map(({ sender, sent }) => [sender, sent]));
  const [full, met] = counted.find(([sender, cap]) => (sentBy.get(sender) ?? 0) >= caps[cap]) ?? [];
  if (full !== undefined && met !== undefined) {
    await add(transaction, day, [full], { sent: 0, refused: 1 });
    return met;
  }
  await add(transaction, day, senders, { sent: 1, refused: 0 });
  return null;
}

const add = (
  transaction: Source,
  day: number,
  senders: readonly string[],
  more: { readonly sent: number; readonly refused: number },
) =>
  transaction
    .insertInto('request_days')
    .values(senders.map((sender) => ({ day, sender, ...more })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'sender']).doUpdateSet((row) => ({
        sent: row('request_days.sent', '+', row.ref('excluded.sent')),
        refused: row('request_days.refused', '+', row.ref('excluded.refused')),
      })),
    )
    .execute();

/** How a day is so far. */
export async function dayState(read: Source, day: number): Promise<DayState> {
  const rows = await read
    .selectFrom('request_days')
    .select(['sender', 'sent', 'refused'])
    .where('day', '=', day)
    .where((row) => row.or([row('sender', '=', STRANGERS), row('refused', '>', 0)]))
    .execute();
  const strangers = rows.find(({ sender }) => sender === STRANGERS);
  return {
    sent: strangers?.sent ?? 0,
    senders: rows.filter(({ sender }) => sender !== STRANGERS).length,
    strangersMet: (strangers?.refused ?? 0) > 0,
  };
}

/** Forgets the counts of days before this one, with the addresses in them. */
export async function forgetDays(write: Source, before: number): Promise<void> {
  await write.deleteFrom('request_days').where('day', '<', before).execute();
}
