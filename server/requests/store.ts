// SQL of requests of buyers with their offers and events, what identifies and finds a request, and the filter of the
// staff list.
import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Editor } from '../../contract/answers.ts';
import { DAY_MS, REQUEST_PAGE } from '../../contract/limits.ts';
import { REQUEST_STATES, type RequestState, type WantedItem } from '../../contract/requests/forms.ts';
import type { RequestListQuery } from '../../contract/requests/requests.ts';
import { offerTitle } from '../../rules/catalogue/part.ts';
import { lackText } from '../../rules/format/stock-text.ts';
import { marksOf, nameOf, type OfferRow } from '../catalogue/context/position.ts';
import type { CatalogueSchema, RequestItemTable, RequestTable } from '../catalogue/context/schema.ts';
import { QUERY_JOB, queryTextOf } from '../platform/database/jobs.ts';
import { type Database, type JobRunner, savedNow } from '../platform/database/types.ts';
import { articleKey } from '../platform/text/article-key.ts';
import { dayStart, isDay } from '../platform/text/day.ts';
import { foldSearch } from '../platform/text/fold-search.ts';
import { literally } from '../platform/text/words.ts';

type Source = Kysely<CatalogueSchema>;
export type RequestRecord = Selectable<RequestTable>;
export type ItemRecord = Selectable<RequestItemTable>;
export type EventRecord = Selectable<CatalogueSchema['request_events']>;

/** Takes the row that numbers are counted in, so that one request is made at a time; resolves to the last number. */
export async function lockNumbers({ dialect }: Database<CatalogueSchema>, transaction: Source): Promise<number> {
  const { last } = await transaction
    .selectFrom('request_numbers')
    .select('last')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return last;
}

export async function findMadeUnder(read: Source, key: string) {
  const made = read.selectFrom('requests').select(['id', 'number', 'content']);
  return (await made.where('creation_key', '=', key).executeTakeFirst()) ?? null;
}

/** Adds a request with its offers, and takes its number; resolves to its id. */
export async function insertRequest(
  transaction: Source,
  request: Insertable<RequestTable>,
  items: readonly RequestedItem[],
): Promise<number> {
  await transaction.updateTable('request_numbers').set({ last: request.number }).execute();
  const { id } = await transaction.insertInto('requests').values(request).returning('id').executeTakeFirstOrThrow();
  if (items.length > 0)
    await transaction
      .insertInto('request_items')
      .values(items.map((item, place) => ({ ...item, place, request_id: id })))
      .execute();
  return id;
}

export async function findRequest(read: Source, id: number): Promise<RequestRecord | null> {
  return (await read.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The offers of requests, in the order they were sent. */
export async function itemsOf(read: Source, requests: readonly number[]): Promise<Map<number, ItemRecord[]>> {
  const items = new Map<number, ItemRecord[]>(requests.map((id) => [id, []]));
  if (requests.length === 0) return items;
  const rows = await read
    .selectFrom('request_items')
    .selectAll()
    .where('request_id', 'in', [...requests])
    .orderBy('request_id')
    .orderBy('place')
    .execute();
  for (const row of rows) items.get(row.request_id)?.push(row);
  return items;
}

/** What staff did with a request, oldest first. */
export const eventsOf = (read: Source, id: number): Promise<EventRecord[]> =>
  read.selectFrom('request_events').selectAll().where('request_id', '=', id).orderBy('id').execute();

/** One page of requests, newest first, and one row more where there are more; `after`: older than this id only. */
export async function listRequests(
  { read }: Database<CatalogueSchema>,
  jobs: JobRunner,
  { asked, state, from, before }: RequestFilter,
  after: number | null,
): Promise<RequestRecord[]> {
  let query = read
    .selectFrom('requests')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(REQUEST_PAGE + 1);
  if (state !== null) query = query.where('state', '=', state);
  if (from !== null) query = query.where('created_at', '>=', from);
  if (before !== null) query = query.where('created_at', '<', before);
  if (after !== null) query = query.where('id', '<', after);
  const holds = (word: string) => sql<boolean>`search_text LIKE ${`%${literally(word)}%`} ESCAPE '!'`;
  for (const { words, digits } of asked)
    query = query.where(({ and, or }) => or([and(words.map(holds)), ...(digits === '' ? [] : [holds(digits)])]));
  return jobs.run(QUERY_JOB, queryTextOf(query));
}

export const listOwn = (read: Source, uid: string, after: number | null): Promise<RequestRecord[]> =>
  read
    .selectFrom('requests')
    .selectAll()
    .where('uid', '=', uid)
    .$if(after !== null, (query) => query.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(REQUEST_PAGE + 1)
    .execute();

export async function countNew(read: Source): Promise<number> {
  const { count } = await read
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'new')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type RequestChange = { readonly state: RequestState } | { readonly note: string };

/** Changes a request and records by whom; `decide` gets the locked one (null: none) and says whether to change it. */
export function changeRequest<Said extends { readonly isMade: boolean }>(
  database: Database<CatalogueSchema>,
  id: number,
  change: RequestChange,
  { by, now }: { readonly by: Editor; readonly now: number },
  decide: (request: RequestRecord | null) => Said,
): Promise<Said> {
  return database.write(async (transaction) => {
    const request =
      (await transaction
        .selectFrom('requests')
        .selectAll()
        .where('id', '=', id)
        .$if(database.dialect === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst()) ?? null;
    const said = decide(request);
    if (!said.isMade || request === null) return said;
    const saved = savedNow(by, now);
    await transaction
      .updateTable('requests')
      .set({ ...saved, ...('state' in change ? change : {}), version: request.version + 1 })
      .where('id', '=', id)
      .execute();
    await transaction
      .insertInto('request_events')
      .values({ state: null, note: null, ...change, ...saved, request_id: id })
      .execute();
    return said;
  });
}

/** Removes requests unchanged since a moment, and mails from before it; resolves to the number of requests. */
export async function removeOld(database: Database<CatalogueSchema>, before: number): Promise<number> {
  const old = await database.read
    .selectFrom('requests')
    .select('id')
    .where('saved_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (!old) return 0;
  return database.write(async (transaction) => {
    await transaction.deleteFrom('mails').where('created_at', '<', before).execute();
    const gone = transaction.deleteFrom('requests').where('saved_at', '<', before);
    return Number((await gone.executeTakeFirst()).numDeletedRows);
  });
}

/** Which requests; times in milliseconds since the epoch. */
interface RequestFilter {
  /** All of which a request must hold; empty: whatever it says. */
  readonly asked: readonly Asked[];
  readonly state: RequestState | null;
  /** From this moment on. */
  readonly from: number | null;
  /** Before this moment. */
  readonly before: number | null;
}

/** Folded words that belong together, or what is found in place of them. */
interface Asked {
  readonly words: readonly string[];
  /** The digits of a telephone number without its 8 or +7, as every request with that number holds them; '' for none. */
  readonly digits: string;
}

const SEARCH_MAX = 200;
/** A word that may be a piece of a telephone number. */
const NUMBER = /^[\d+().–—-]+$/u;
/** Digits of a number with its area code. */
const DIGITS_WHOLE = 10;
/** What is shorter may be a number of a house or a machine. */
const DIGITS_LEAST = 5;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The digits that all spellings of a number have: without +7, without 8 and 7 apart or before ten others. */
function bareDigits(number: string): string {
  const digits = digitsIn(number);
  const hasPrefix =
    /^[(]?(?:\+7|[78](?!\d))/.test(number) || (/^[78]/.test(digits) && digits.length === DIGITS_WHOLE + 1);
  return hasPrefix ? digits.slice(1) : digits;
}

/** Numbers are kept as they were typed, and once more as their digits alone: they are looked for as both. */
function askedOf(search: string): Asked[] {
  const asked: { words: string[]; number: string }[] = [];
  for (const word of foldSearch(search.slice(0, SEARCH_MAX)).split(' ').filter(Boolean)) {
    const before = asked.at(-1);
    const isNumber = NUMBER.test(word);
    if (isNumber && before?.number && !word.startsWith('+') && digitsIn(before.number).length < DIGITS_WHOLE) {
      before.words.push(word);
      before.number += ` ${word}`;
    } else asked.push({ words: [word], number: isNumber ? word : '' });
  }
  return asked.map(({ words, number }) => {
    const digits = bareDigits(number);
    return { words, digits: digits.length < DIGITS_LEAST ? '' : digits };
  });
}

/** Reads a filter as it was sent; null when it makes no sense. */
export function readFilter(query: RequestListQuery, timeZone: string): RequestFilter | null {
  const { search = '', state = '', from = '', to = '' } = query;
  const known = REQUEST_STATES.find((one) => one === state) ?? null;
  if (state !== '' && known === null) return null;
  if ((from !== '' && !isDay(from)) || (to !== '' && !isDay(to))) return null;
  return {
    asked: askedOf(search),
    state: known,
    from: from === '' ? null : dayStart(Date.parse(from), timeZone),
    before: to === '' ? null : dayStart(Date.parse(to) + DAY_MS, timeZone),
  };
}

/** The id after which a page goes on, null for the first page; undefined for what is no cursor of ours. */
export function readCursor(text = ''): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export interface SentRequest {
  readonly name: string;
  readonly phone: string | null;
  readonly email: { readonly typed: string; readonly key: string } | null;
  readonly company: string;
  readonly inn: string;
  readonly city: string;
  readonly carrier: string;
  readonly comment: string;
  readonly items: readonly WantedItem[];
}

/** An offer as of sending; price in kopecks. */
export interface RequestedItem {
  readonly position_id: number;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly brand: string;
  readonly provider_id: number;
  readonly price: number;
  readonly amount: number;
}

/** The offer as it is put into a request; one last confirmed before `liveDay` has no price. */
export const requestedItem = (row: OfferRow, amount: number, liveDay: number): RequestedItem => ({
  position_id: row.id,
  article: row.article,
  title: offerTitle({ name: nameOf(row), marks: marksOf(row) }),
  manufacturer: row.manufacturer,
  brand: row.brand_title,
  provider_id: row.provider_id,
  price: row.price_day >= liveDay ? row.price : 0,
  amount,
});

/** What is said of an offer that has less than is asked for: «под заказ»; '' or nothing for one that has enough. */
export interface Lacking {
  readonly lack?: string;
}

/** The offer with what it lacks as it stands now; that is not kept. */
export function withLack(item: RequestedItem, row: OfferRow | undefined, liveDay: number): RequestedItem & Lacking {
  const inStock = row && row.price_day >= liveDay ? row.amount : 0;
  return { ...item, lack: lackText(inStock, item.amount) };
}

/** Who asks and how to answer, a label and a value each; what was not given is left out. */
export const buyerFacts = (
  buyer: Pick<RequestRecord, 'name' | 'phone' | 'email' | 'company' | 'inn' | 'city' | 'carrier'>,
): (readonly [string, string])[] => {
  const { name, phone, email, company, inn, city, carrier } = buyer;
  const facts = [
    ['Покупатель', name],
    ['Телефон', phone],
    ['Почта', email],
    ['Компания', company],
    ['ИНН', inn],
    ['Город', city],
    ['Транспортная компания', carrier],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
};

/** Sum in kopecks, and how many offers have no price. */
export const totalsOf = (items: readonly Pick<RequestedItem, 'price' | 'amount'>[]) => ({
  total: items.reduce((sum, { price, amount }) => sum + price * amount, 0),
  unpriced: items.filter(({ price }) => price === 0).length,
});

/** SHA-256 over all that was sent: the same call again has the same. */
export function contentOf({ name, phone, email, company, inn, city, carrier, comment, items }: SentRequest): string {
  const offers = items.map(({ positionId, amount }) => [positionId, amount]);
  return createHash('sha256')
    .update(JSON.stringify([name, phone, email?.key ?? null, company, inn, city, carrier, comment, offers]))
    .digest('hex');
}

/** What a request is found by: its number, the buyer, and the offers, articles in any notation. */
export function searchTextOf(number: number, sent: SentRequest, items: readonly RequestedItem[]): string {
  const { name, phone, email, company, inn, city, comment } = sent;
  const parts = items.map(({ article, title, manufacturer }) =>
    [article, articleKey(article), title, manufacturer].join(' '),
  );
  return foldSearch(
    [`№${number}`, name, phone, phone?.replace(/\D/g, ''), email?.key, company, inn, city, comment, ...parts].join(' '),
  );
}
