/** Makes a request of a buyer. */
import { DAY_MS } from '../../contract/limits.ts';
import type { TakenRequest } from '../../contract/requests/requests.ts';
import { type CatalogueContext, liveDayOf, todayOf } from '../catalogue/context/context.ts';
import { type OfferRow, positionAnswer } from '../catalogue/context/position.ts';
import { visiblePositions } from '../catalogue/parts/visible-positions.ts';
import { stockTitles } from '../catalogue/positions/references.ts';
import { type JobRunner, savedNow } from '../platform/database/types.ts';
import type { Limits } from '../platform/http/limits.ts';
import { badRequest, conflict, tooMany } from '../platform/http/request.ts';
import { useRefused } from '../platform/signals.ts';
import { dayStart } from '../platform/text/day.ts';
import { countOnDay, type DayCaps, type ReachedCap } from './day-counts.ts';
import type { RequestMails, ShopInMails } from './mails.ts';
import * as store from './store.ts';

type Made = NonNullable<Awaited<ReturnType<typeof store.findMadeUnder>>>;

interface Sender {
  readonly key: string | null;
  /** null: not signed in. */
  readonly uid: string | null;
  /** Client address as rate limits count it. */
  readonly address: string;
}

/**
 * Keeps a request and, in the same transaction, the mails about it. Under a key it is made once: the same call again,
 * also at the same moment, resolves to that request. Throws 409 `already created` when the key has made one of another
 * content, 429 when a cap of the day is reached, 400 `positions not found` and 409 `prices changed` with the offers
 * concerned.
 */
export async function makeRequest(
  context: RequestContext,
  sent: store.SentRequest,
  { key, uid, address }: Sender,
): Promise<TakenRequest> {
  const { database, shown, clock, mails, dayCaps } = context;
  const content = store.contentOf(sent);
  const earlier = key === null ? null : await store.findMadeUnder(database.read, key);
  if (earlier) return repeated(earlier, content);
  const liveDay = liveDayOf(context);
  const offers = await visiblePositions(
    shown.read,
    sent.items.map(({ positionId }) => positionId),
  );
  const rows = stillOffered(sent, offers, liveDay);
  const items = rows.map((row, place) => store.requestedItem(row, sent.items[place]?.amount ?? 0, liveDay));
  const totals = store.totalsOf(items);
  const stockOf = await stockTitles(database.read);
  const consentText = await context.privacyText();

  const made = await database.write(async (transaction) => {
    const number = (await store.lockNumbers(database, transaction)) + 1;
    const same = key === null ? null : await store.findMadeUnder(transaction, key);
    if (same) return { ...repeated(same, content), copyTo: null };
    const reached = await countOnDay(transaction, todayOf(context), { uid, address }, dayCaps);
    // Not thrown in here: the refusal is counted as well.
    if (reached) return { reached };
    const now = clock();
    const { name, phone, email, company, inn, city, carrier, comment } = sent;
    const details = { company, inn, city, carrier };
    const row = {
      ...{ number, content, uid, name, phone, comment, ...details, ...totals },
      ...{ consent_text: consentText, consent_at: now },
      creation_key: key,
      email: email?.typed ?? null,
      state: 'new' as const,
      positions: items.length,
      search_text: store.searchTextOf(number, sent, items),
      created_at: now,
      ...savedNow(null, now),
    };
    const id = await store.insertRequest(transaction, row, items);
    const copyTo =
      (await mails?.put(transaction, {
        id,
        number,
        name,
        phone,
        email,
        comment,
        items: items.map((item, place) => store.withLack(item, rows[place], liveDay)),
        stockOf,
        ...details,
        ...totals,
      })) ?? null;
    return { id, number, copyTo };
  });
  if (made.reached !== undefined) throw enoughToday(made.reached, secondsOfDay(context));
  mails?.outbox.wake();
  const { id, number, copyTo } = made;
  // A copy that is kept on this machine goes nowhere.
  return copyTo && mails?.outbox.isSetUp() ? { id, number, copyTo } : { id, number };
}

/** The names of a reached cap in the figures and in the API. */
const REFUSALS = {
  sender: { limit: 'requestsOfSenderToday', error: 'too many requests from you today' },
  strangers: { limit: 'requestsToday', error: 'too many requests today' },
  newcomers: { limit: 'requestsOfNewcomersToday', error: 'too many requests of newcomers today' },
} as const satisfies Readonly<Record<ReachedCap, unknown>>;

function enoughToday(reached: ReachedCap, seconds: number) {
  const { limit, error } = REFUSALS[reached];
  useRefused.report({ limit });
  return tooMany(seconds, error);
}

/** How long the day goes on in the time zone of the shop. */
const secondsOfDay = (context: RequestContext): number =>
  Math.ceil((dayStart((todayOf(context) + 1) * DAY_MS, context.timeZone) - context.clock()) / 1000);

/** The request that the call has made already. */
function repeated({ id, number, content }: Made, sent: string): { id: number; number: number } {
  if (content !== sent) throw conflict('already created', { id, number });
  return { id, number };
}

/** The offers as they stand, in the order asked for. */
function stillOffered(
  { items }: store.SentRequest,
  offers: ReadonlyMap<number, OfferRow>,
  liveDay: number,
): OfferRow[] {
  const missing = items.filter(({ positionId }) => !offers.has(positionId));
  if (missing.length > 0)
    throw badRequest('positions not found', { positions: missing.map(({ positionId }) => positionId) });
  const rows = items.flatMap(({ positionId }) => offers.get(positionId) ?? []);
  const changed = rows.filter((row, place) => {
    const seen = items[place]?.price ?? null;
    return seen !== null && seen !== positionAnswer(row, liveDay).price;
  });
  if (changed.length > 0) throw conflict('prices changed', { positions: changed.map(({ id }) => id) });
  return rows;
}

export interface RequestContext extends CatalogueContext {
  /** null: requests are kept and not mailed. */
  readonly mails: RequestMails | null;
  readonly limits: Limits;
  readonly dayCaps: DayCaps;
  readonly shop: ShopInMails;
  /** The version of the page about personal data that visitors see, 0 for the text of the product. */
  privacyText(): Promise<number>;
  /** Answers what looks at many rows. */
  readonly jobs: JobRunner;
}
