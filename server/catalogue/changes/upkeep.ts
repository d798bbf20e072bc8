// The regular upkeep of the catalogue: expired prices, missing parts, old log entries and unused photos.

import { CompiledQuery } from 'kysely';
import { sweepUnused } from '../../platform/files/stored-files.ts';
import { type CatalogueContext, liveDayOf } from '../context/context.ts';
import type { CatalogueDatabase } from '../context/schema.ts';
import { readWith } from '../part-reader/lexicon-data.ts';
import { makerNamesOf } from '../search-words/maker-names.ts';

const EXPIRY = new URL('./expire-job.ts', import.meta.url);
const USED_PHOTOS = new URL('../parts/used-photos-job.ts', import.meta.url);

interface Swept {
  readonly expired: number;
  readonly photos: number;
}

/** One round: takes expired positions out of stock, assigns missing parts, trims the log and deletes unused photos. */
export async function sweepCatalogue(context: CatalogueContext): Promise<Swept> {
  const { database } = context;
  const liveDay = liveDayOf(context);
  const expired = liveDay > 0 ? await database.runJob<{ liveDay: number }, number>(EXPIRY, { liveDay }) : 0;
  await settleParts(database);
  await settleMakers(database);
  await trimLog(database);
  return { expired, photos: await sweepUnused(context.photos, context, USED_PHOTOS) };
}

const SETTLE_PARTS_JOB = new URL('./settle-parts-job.ts', import.meta.url);

/** Assigns parts to positions without one, which an older version of the service adds while it still runs. */
export async function settleParts(database: CatalogueDatabase): Promise<void> {
  const without = database.read.selectFrom('positions').select('id').where('part_id', '=', 0).limit(1);
  if (await without.executeTakeFirst()) await database.runJob<null, number>(SETTLE_PARTS_JOB, null);
}

const SETTLE_MAKERS_JOB = new URL('./settle-makers-job.ts', import.meta.url);

/** Makes one part of positions whose makers are one by now, and several of those that are no more. */
export async function settleMakers(database: CatalogueDatabase): Promise<void> {
  const settled = await database.read.selectFrom('settled_makers').select('names').executeTakeFirst();
  const { fingerprint } = await makerNamesOf(database.read);
  if (settled?.names !== fingerprint) await database.runJob<null, number>(SETTLE_MAKERS_JOB, null);
}

const PLUS_KEYS_JOB = new URL('./plus-keys-job.ts', import.meta.url);

/** Renews the keys of positions with a plus once; does nothing later, so that a start does not wait for an import. */
export async function renewPlusKeys(database: CatalogueDatabase): Promise<void> {
  const pending = database.read.selectFrom('pending_upkeep').select('name').where('name', '=', 'plus-keys');
  if (await pending.executeTakeFirst()) await database.runJob<null, number>(PLUS_KEYS_JOB, null);
}

/** Entries of the log that are kept, one a statement; a statement of an import changes a thousand rows. */
const ENTRIES_KEPT = 20_000;

const TRIM = [
  // Not beyond the oldest running transaction, whose entries are committed under its number later.
  `UPDATE catalogue_log SET trimmed_to = least(kept.xid, pg_snapshot_xmin(pg_current_snapshot())) FROM (
     SELECT xid FROM catalogue_changes ORDER BY number DESC OFFSET ${ENTRIES_KEPT} LIMIT 1
   ) kept WHERE least(kept.xid, pg_snapshot_xmin(pg_current_snapshot())) > trimmed_to`,
  'DELETE FROM catalogue_changes WHERE xid < (SELECT trimmed_to FROM catalogue_log)',
];

/** Deletes old entries of the log of changes; a copy that has not read them is built anew. */
async function trimLog(database: CatalogueDatabase): Promise<void> {
  if (database.dialect !== 'postgres') return;
  await database.write(async (transaction) => {
    for (const statement of TRIM) await transaction.executeQuery(CompiledQuery.raw(statement));
  });
}

const READ_TITLES_JOB = new URL('./read-titles-job.ts', import.meta.url);

/** Reads all titles of an embedded catalogue anew where they were read by other rules or data; copies are made anew. */
export async function readTitles(database: CatalogueDatabase): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  const known = CompiledQuery.raw('SELECT read_with FROM read_titles WHERE read_with = ?', [readWith()]);
  const { rows } = await database.read.executeQuery(known);
  if (rows.length === 0) await database.runJob<null, number>(READ_TITLES_JOB, null);
}
