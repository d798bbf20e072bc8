import type { Kysely, Selectable } from 'kysely';
import type { SourceKind, SourceSettings } from '../../../contract/catalogue/source-kinds.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import type { SourceLimits } from '../../../contract/price-lists/sources.ts';
import { typographed } from '../../../rules/format/texts.ts';
import type { CatalogueSchema, ImportSourceTable } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';

/** What kind of source it is, and where to look. */
export type SourcePlace = {
  [Kind in SourceKind]: { readonly kind: Kind; readonly settings: SourceSettings<Kind> };
}[SourceKind];

/** What somebody decides about a source. */
export type SourceFields<Place = SourcePlace> = Place & {
  readonly title: string;
  readonly providerId: number;
  readonly brandId: number;
  readonly presetId: number | null;
  readonly limits: SourceLimits;
  readonly everyMinutes: number;
  readonly quietDays: number;
  readonly isEnabled: boolean;
};

/** A source as it is kept. */
export type Source<Kind extends SourceKind = SourceKind> = SourceFields<Extract<SourcePlace, { kind: Kind }>> & {
  readonly id: number;
  /** Sealed; null without one. */
  readonly secret: string | null;
  /** How far it has been read, in the words of its kind. */
  readonly mark: string | null;
  readonly ignored: number;
  readonly claimedUntil: number;
  readonly checkedAt: number | null;
  readonly problem: string | null;
  readonly arrivedAt: number | null;
  readonly createdAt: number;
};

/** Whether a source has brought nothing for longer than it may. */
export function isQuiet({ isEnabled, quietDays, arrivedAt, createdAt }: Source, now: number): boolean {
  return isEnabled && quietDays > 0 && now - (arrivedAt ?? createdAt) > quietDays * DAY_MS;
}

/** How long a look at a source may take before another process may begin one, ms. */
export const CLAIM_MS = 3_600_000;

/** Whether somebody is at a source. A claim that ends later than any may was made before the clock was set back. */
export const isClaimed = ({ claimedUntil }: Pick<Source, 'claimedUntil'>, now: number): boolean =>
  claimedUntil > now && claimedUntil <= now + CLAIM_MS;

/** Whether it is time to look at a source. A look that is yet to come is of a clock that has been set back since. */
export const isDue = (source: Source, now: number): boolean => {
  const { isEnabled, checkedAt, everyMinutes } = source;
  const isTime = checkedAt === null || checkedAt > now || now - checkedAt >= everyMinutes * 60_000;
  return isEnabled && isTime && !isClaimed(source, now);
};

/** Why a source could not be looked at; the message is for a person, in Russian. */
export class SourceProblem extends Error {
  constructor(message: string) {
    super(typographed(message));
  }
}

type Row = Selectable<ImportSourceTable>;

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

function sourceOf(row: Row): Source {
  const place = { kind: row.kind, settings: JSON.parse(row.settings) } as SourcePlace;
  return {
    ...place,
    id: Number(row.id),
    title: row.title,
    providerId: Number(row.provider_id),
    brandId: Number(row.brand_id),
    presetId: numberOrNull(row.preset_id),
    limits: JSON.parse(row.limits),
    everyMinutes: Number(row.every_minutes),
    quietDays: Number(row.quiet_days),
    isEnabled: Number(row.enabled) === 1,
    secret: row.secret,
    mark: row.mark,
    ignored: Number(row.ignored),
    claimedUntil: Number(row.claimed_until),
    checkedAt: numberOrNull(row.checked_at),
    problem: row.problem,
    arrivedAt: numberOrNull(row.arrived_at),
    createdAt: Number(row.created_at),
  };
}

const valuesOf = (wish: SourceFields) => ({
  kind: wish.kind,
  title: wish.title,
  provider_id: wish.providerId,
  brand_id: wish.brandId,
  preset_id: wish.presetId,
  settings: JSON.stringify(wish.settings),
  limits: JSON.stringify(wish.limits),
  every_minutes: wish.everyMinutes,
  quiet_days: wish.quietDays,
  enabled: wish.isEnabled ? 1 : 0,
});

/** All sources in the order in which they were made. */
export async function listSources(read: Kysely<CatalogueSchema>): Promise<Source[]> {
  return (await read.selectFrom('import_sources').selectAll().orderBy('id').execute()).map(sourceOf);
}

export async function findSource(read: Kysely<CatalogueSchema>, id: number): Promise<Source | null> {
  const row = await read.selectFrom('import_sources').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? sourceOf(row) : null;
}

/** Adds a source; answers its id. */
export async function createSource(
  database: Database<CatalogueSchema>,
  wish: SourceFields,
  now: number,
): Promise<number> {
  const row = await database.write((transaction) =>
    transaction
      .insertInto('import_sources')
      .values({ ...valuesOf(wish), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return Number(row.id);
}

/**
 * Changes a source together with its sealed secret, and forgets what was read where it looks no more; false when somebody has
 * changed its place or its secret meanwhile: the secret would be one for another place.
 */
export async function changeSource(
  database: Database<CatalogueSchema>,
  before: Source,
  { wish, secret, now }: { readonly wish: SourceFields; readonly secret: string | null; readonly now: number },
): Promise<boolean> {
  const place = JSON.stringify(before.settings);
  const isMoved = JSON.stringify(wish.settings) !== place;
  const mark = isMoved ? { mark: null, checked_at: null, problem: null } : {};
  const { numUpdatedRows } = await database.write((transaction) =>
    transaction
      .updateTable('import_sources')
      .set({ ...valuesOf(wish), ...mark, secret, updated_at: now })
      .where('id', '=', before.id)
      .where('settings', '=', place)
      .where('secret', before.secret === null ? 'is' : '=', before.secret)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** Keeps a sealed secret, or none. */
export async function keepSecret(
  database: Database<CatalogueSchema>,
  id: number,
  secret: string | null,
): Promise<void> {
  await database.write((transaction) =>
    transaction.updateTable('import_sources').set({ secret }).where('id', '=', id).execute(),
  );
}

/** Deletes a source with all that is noted of it; whether there was one. */
export async function removeSource(database: Database<CatalogueSchema>, id: number): Promise<boolean> {
  const { numDeletedRows } = await database.write((transaction) =>
    transaction.deleteFrom('import_sources').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return numDeletedRows > 0n;
}

/** Takes a source for the caller; false when somebody else has it. */
export async function claimSource(
  database: Database<CatalogueSchema>,
  id: number,
  { now, lasts }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((transaction) =>
    transaction
      .updateTable('import_sources')
      .set({ claimed_until: now + lasts })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('claimed_until', '<=', now), eb('claimed_until', '>', now + lasts)]))
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** Notes how far a source has been read while it is checked. */
export async function keepMark(
  database: Database<CatalogueSchema>,
  id: number,
  mark: string,
  ignored: number,
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_sources')
      .set(({ eb }) => ({ mark, ignored: eb('ignored', '+', ignored) }))
      .where('id', '=', id)
      .execute(),
  );
}

/** Gives a source back after a look at it; `problem` is why that failed. */
export async function releaseSource(
  database: Database<CatalogueSchema>,
  id: number,
  { now, problem }: { readonly now: number; readonly problem: string | null },
): Promise<void> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_sources')
      .set({ claimed_until: 0, checked_at: now, problem })
      .where('id', '=', id)
      .execute(),
  );
}

/**
 * Something taken for a while, ms: after that its holder was stopped. A claim that ends later than one made now was made before
 * the clock was set back, and holds no more.
 */
export interface Claim {
  readonly now: number;
  readonly lasts: number;
}
