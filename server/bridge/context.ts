import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/types.ts';
import type { StoredFiles } from '../files/open.ts';
import { dayNumber } from '../text/day.ts';
import { firstLiveDay } from './position.ts';
import type { ShownCatalogue } from './replica/shown.ts';
import type { BridgeSchema } from './schema.ts';

/** What the parts of the catalogue service work with. */
export interface BridgeContext {
  /** A change in it is shown to visitors of this process before its promise resolves. */
  readonly database: Database<BridgeSchema>;
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

/** Today in the shop's time zone, days since the epoch. */
export const todayOf = ({ clock, timeZone }: Pick<BridgeContext, 'clock' | 'timeZone'>): number =>
  dayNumber(clock(), timeZone);

/** The first price day that still counts today. */
export const liveDayOf = (context: Pick<BridgeContext, 'clock' | 'timeZone' | 'priceTtlDays'>): number =>
  firstLiveDay(todayOf(context), context.priceTtlDays);

/** What its photos are called among the kinds of files. */
export const PHOTOS = 'photos';
