import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Caller } from '../../../contract/accounts/identity.ts';
import type { Database } from '../../platform/database/types.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { dayNumber } from '../../platform/text/day.ts';
import { firstLiveDay } from './position.ts';
import type { CatalogueSchema } from './schema.ts';
import type { ShownCatalogue } from './search-questions.ts';

/** What the parts of the catalogue service work with. */
export interface CatalogueContext {
  /** A change in it is shown to visitors of this process before its promise resolves. */
  readonly database: Database<CatalogueSchema>;
  readonly shown: ShownCatalogue;
  /** Photos of positions. */
  readonly photos: StoredFiles;
  /** Where uploads lie while they are worked on. */
  readonly incomingFolder: string;
  readonly timeZone: string;
  /** 0: prices never expire. */
  readonly priceTtlDays: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** Gives an edit by hand its turn between import runs. */
export interface EditTurns {
  edit<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Today in the shop's time zone, days since the epoch. */
export const todayOf = ({ clock, timeZone }: Pick<CatalogueContext, 'clock' | 'timeZone'>): number =>
  dayNumber(clock(), timeZone);

/** The first price day that still counts today. */
export const liveDayOf = (context: Pick<CatalogueContext, 'clock' | 'timeZone' | 'priceTtlDays'>): number =>
  firstLiveDay(todayOf(context), context.priceTtlDays);

/** What its photos are called among the kinds of files. */
export const PHOTOS = 'photos';

/** Who changes the catalogue, as the history tells it. */
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
export async function catalogueVersion(read: Kysely<CatalogueSchema>): Promise<number> {
  return (await read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
}

/** The version of what feeds show: grows with the catalogue version, and with every new photo. */
export async function feedVersion(read: Kysely<CatalogueSchema>): Promise<number> {
  const { rows } = await sql<{ version: number }>`${sql.raw(FEED_VERSION)}`.execute(read);
  return Number(rows[0]?.version);
}

/** The same as a statement for a job. */
export const FEED_VERSION =
  'SELECT catalogue_state.version + photo_state.version AS version FROM catalogue_state, photo_state';

/** Counts a new photo inside the transaction of the change. */
export async function bumpPhotos(transaction: Kysely<CatalogueSchema>): Promise<void> {
  await transaction.updateTable('photo_state').set({ version: sql`version + 1` }).execute();
}

/** Counts the catalogue version up inside the transaction of the change. */
export async function bumpVersion(transaction: Kysely<CatalogueSchema>): Promise<void> {
  await transaction.updateTable('catalogue_state').set({ version: sql`version + 1` }).execute();
}
