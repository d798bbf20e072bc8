/** Counts the requests of a day and limits them. */
import type { Kysely } from 'kysely';
import type { CatalogueSchema } from '../catalogue/context/schema.ts';
import { siteOf } from '../platform/http/request.ts';

type Source = Kysely<CatalogueSchema>;

export interface DayCaps {
  /** From all senders together who are not signed in. */
  readonly strangers: number;
  /** From all newcomers together, since making an account is free. */
  readonly newcomers: number;
  /** From one address without an account, and from one account. */
  readonly sender: number;
}

/** How many senders' requests one site of IPv6 may send, whose clients have as many addresses as they like. */
const SENDERS_OF_SITE = 4;

interface DaySender {
  /** null: not signed in. */
  readonly uid: string | null;
  /** Client address as rate limits count it. */
  readonly address: string;
}

/** Which cap a request reached: that of its sender, or that of all of a kind. */
export type ReachedCap = keyof DayCaps;

/** What the page of the state shows of a day. */
export interface DayState {
  /** Requests of senders who are not signed in. */
  readonly sent: number;
  /** Senders that reached their cap. */
  readonly senders: number;
  /** Whether those who are not signed in have reached theirs together. */
  readonly strangersMet: boolean;
  /** Whether all newcomers together have reached theirs. */
  readonly newcomersMet: boolean;
}

/** The senders that stand for all who are not signed in, and for all newcomers. */
const UNKNOWN_SENDERS = '';
const NEWCOMERS = 'newcomers';

/** Counts a request as sent or as refused by a cap, and resolves to that. The caller has locked the request numbers. */
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

/** The senders that a request counts for. An account counts for no address and not for those who are not signed in. */
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

/** Whether staff have taken up a request of this account. */
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
      conflict
        .columns(['day', 'sender'])
        .doUpdateSet((row) => ({
          sent: row('request_days.sent', '+', row.ref('excluded.sent')),
          refused: row('request_days.refused', '+', row.ref('excluded.refused')),
        })),
    )
    .execute();

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
