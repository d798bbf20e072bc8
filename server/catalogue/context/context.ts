import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../../../contract/accounts/accounts.ts';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { idIn, notFound } from '../../platform/http/request.ts';
import { dayNumber } from '../../platform/text/day.ts';
import { firstLiveDay } from './position.ts';
import type { CatalogueDatabase, CatalogueSource } from './schema.ts';
import type { ShownCatalogue } from './search-questions.ts';

export interface CatalogueContext {
  /** A change in it is shown to visitors of this process before its promise resolves. */
  readonly database: CatalogueDatabase;
  readonly shown: ShownCatalogue;
  readonly photos: StoredFiles;
  readonly incomingFolder: string;
  readonly timeZone: string;
  /** 0: prices never expire. */
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** Queues edits by hand between import runs. */
export interface EditTurns {
  edit<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Today in the shop's time zone, days since the epoch. */
export const todayOf = ({ clock, timeZone }: Pick<CatalogueContext, 'clock' | 'timeZone'>): number =>
  dayNumber(clock(), timeZone);

export const liveDayOf = (context: Pick<CatalogueContext, 'clock' | 'timeZone' | 'priceTtlDays'>): number =>
  firstLiveDay(todayOf(context), context.priceTtlDays);

export const PHOTOS = 'photos';

export interface Editor {
  readonly uid: string;
  /** Name, or e-mail where there is none. */
  readonly who: string;
}

export const editorOf = (caller: Caller | null | undefined): Editor => ({
  uid: caller?.uid ?? '',
  who: caller?.name || caller?.email || '',
});

/** The catalogue version: grows with every change of what the search or the price list shows. */
export async function catalogueVersion(read: CatalogueSource): Promise<number> {
  return (await read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
}

/** The version of what price lists contain: grows with the catalogue version and with every new photo. */
export async function feedVersion(read: CatalogueSource): Promise<number> {
  const { rows } = await sql<{ version: number }>`${sql.raw(FEED_VERSION)}`.execute(read);
  return Number(rows[0]?.version);
}

export const FEED_VERSION =
  'SELECT catalogue_state.version + photo_state.version AS version FROM catalogue_state, photo_state';

export async function bumpPhotos(transaction: CatalogueSource): Promise<void> {
  await transaction.updateTable('photo_state').set({ version: sql`version + 1` }).execute();
}

export async function bumpVersion(transaction: CatalogueSource): Promise<void> {
  await transaction.updateTable('catalogue_state').set({ version: sql`version + 1` }).execute();
}

const ANSWERED = {
  [AS_OF_HEADER]: {
    type: 'string',
    description:
      'HTTP date of the last moment for which the answer is known to be right; absent while the catalogue can be reached',
  },
};

/** The moment up to which the shown catalogue is right, as an HTTP date; null: now. */
export function asOfHeader(shown: Pick<ShownCatalogue, 'asOf'>): string | null {
  const asOf = shown.asOf();
  return asOf === null ? null : new Date(asOf).toUTCString();
}

export function addAgeHeader(app: Pick<FastifyInstance, 'addHook'>, shown: Pick<ShownCatalogue, 'asOf'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config) route.config.answerHeaders = ANSWERED;
  });
  app.addHook('onSend', async (_request, reply) => {
    const asOf = asOfHeader(shown);
    if (asOf !== null) reply.header(AS_OF_HEADER, asOf);
  });
}

/** Reads an id from a path; throws 404 for a missing `entity` unless it is a positive whole number. */
export function pathId(
  text: string,
  entity: 'brand' | 'card' | 'cross' | 'part' | 'preset' | 'provider' | 'request' | 'run',
): number {
  const id = idIn(text);
  if (id === 0) throw notFound(`${entity} not found`);
  return id;
}

/** Sends the JSON text that the search engine returns as it is. The schema of the answer only documents it. */
export const jsonText = (reply: FastifyReply, text: string) => reply.type('application/json; charset=utf-8').send(text);
