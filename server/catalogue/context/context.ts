// What the routes of catalogue, price lists and requests share: the context that they get, the author of a change, and
// the day up to which prices count.
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../../contract/accounts/accounts.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import { dayNumber } from '../../platform/text/day.ts';
import { firstLiveDay } from './position.ts';
import type { CatalogueDatabase } from './schema.ts';
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
