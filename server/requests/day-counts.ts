import type { Kysely } from 'kysely';
import type { CatalogueSchema } from '../catalogue/context/schema.ts';
import { siteOf } from '../platform/http/limits.ts';

type Source = Kysely<CatalogueSchema>;

/** How many requests are taken in a day. */
export interface DayCaps {
  /** From all together who are not signed in. */
  readonly strangers: number;
  /** From all newcomers together: anybody may make accounts. */
  readonly newcomers: number;
  /** From one address of strangers, and from one account. */
  readonly sender: number;
}

/** How many senders' requests one site of IPv6 may send, whose clients have as many addresses as they like. */
const SENDERS_OF_SITE = 4;

/** Who sends. */
interface DaySender {
  /** null: nobody is signed in. */
  readonly uid: string | null;
  /** Client address as rate limits count it. */
  readonly address: string;
}

/** Which cap a request met: that of its sender, or that of all of a kind. */
export type ReachedCap = keyof DayCaps;

/** What the page of the state tells of a day. */
export interface DayState {
  /** Requests of strangers. */
  readonly sent: number;
  /** Senders that met their cap. */
  readonly senders: number;
  /** Whether all strangers together have met theirs. */
  readonly strangersMet: boolean;
  /** Whether all newcomers together have met theirs. */
  readonly newcomersMet: boolean;
}

/** The senders that stand for all who are not signed in, and for all newcomers. */
const UNKNOWN_SENDERS = '';
const NEWCOMERS = 'newcomers';

/**
 * Counts a request as sent on a day, or as refused by the cap that it meets, which is resolved to then. Requests are counted
 * one after another: the caller holds the row that their numbers are counted in.
 */
export async function countOnDay(
  transaction: Source,
  day: number,
  { uid, address }: DaySender,
  caps: DayCaps,
): Promise<ReachedCap | null> {
  const counted = await placesOf(transaction, { uid, address }, caps);
  const senders = counted.map(({ sender }) => sender);
  const rows = await transaction
    .selectFrom('request_days')
    .select(['sender', 'sent'])
    .where('day', '=', day)
    .where('sender', 'in', senders)
    .execute();
  const sentBy = new Map(rows.map(({ sender, sent }) => [sender, sent]));
  const full = counted.find(({ sender, most }) => (sentBy.get(sender) ?? 0) >= most);
  if (full) {
    await add(transaction, day, [full.sender], { sent: 0, refused: 1 });
    return full.cap;
  }
  await add(transaction, day, senders, { sent: 1, refused: 0 });
  return null;
}

interface Place {
  readonly sender: string;
  readonly cap: ReachedCap;
  readonly most: number;
}

/** Under whom a request counts. An account is bound to nobody's address, nor does it use up what strangers have. */
async function placesOf(
  read: Source,
  { uid, address }: DaySender,
  { sender, strangers, newcomers }: DayCaps,
): Promise<Place[]> {
  if (uid !== null) {
    const own: Place = { sender: `account ${uid}`, cap: 'sender', most: sender };
    if (await isKnownBuyer(read, uid)) return [own];
    return [own, { sender: NEWCOMERS, cap: 'newcomers', most: newcomers }];
  }
  const site = siteOf(address);
  return [
    { sender: address, cap: 'sender', most: sender },
    ...(site === address ? [] : [{ sender: site, cap: 'sender', most: sender * SENDERS_OF_SITE } as const]),
    { sender: UNKNOWN_SENDERS, cap: 'strangers', most: strangers },
  ];
}

/** Whether the shop has taken up a request of this account: nobody gets there without a person of the shop. */
const isKnownBuyer = async (read: Source, uid: string): Promise<boolean> =>
  (await read
    .selectFrom('requests')
    .select('id')
    .where('uid', '=', uid)
    .where('state', 'in', ['work', 'done'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

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
    .where((row) => row.or([row('sender', '=', UNKNOWN_SENDERS), row('refused', '>', 0)]))
    .execute();
  const of = (name: string) => rows.find(({ sender }) => sender === name);
  return {
    sent: of(UNKNOWN_SENDERS)?.sent ?? 0,
    senders: rows.filter(({ sender }) => sender !== UNKNOWN_SENDERS && sender !== NEWCOMERS).length,
    strangersMet: (of(UNKNOWN_SENDERS)?.refused ?? 0) > 0,
    newcomersMet: of(NEWCOMERS) !== undefined,
  };
}

/** Forgets the counts of days before this one, with the addresses in them. */
export async function forgetDays(write: Source, before: number): Promise<void> {
  await write.deleteFrom('request_days').where('day', '<', before).execute();
}
