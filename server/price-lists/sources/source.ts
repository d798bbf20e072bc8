// A source (a folder, an address or a mailbox from which price lists are fetched by themselves): its fields, SQL and
// password, and what each kind has to implement.
import type { Kysely, Selectable } from 'kysely';
import type { SourceKind, SourceSettings } from '../../../contract/catalogue/source-kinds.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import type { ArrivalState, SourceLimits } from '../../../contract/price-lists/sources.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema, ImportSourceTable } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { createSeal, type Seal, type Secrets } from '../../platform/secrets.ts';
import type { KeptFiles } from '../runs/order.ts';
import type { ImportQueue } from '../runs/queue.ts';

/** What kind of source it is, and where to look. */
export type SourcePlace = {
  [Kind in SourceKind]: { readonly kind: Kind; readonly settings: SourceSettings<Kind> };
}[SourceKind];

/** The fields of a source that users set. */
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

/** Whether a source is claimed. A claim that ends later than any can was made before the clock was set back. */
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
export async function createSource(database: Database<CatalogueSchema>, wish: SourceFields, now: number) {
  const row = await database.write((transaction) =>
    transaction
      .insertInto('import_sources')
      .values({ ...valuesOf(wish), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return Number(row.id);
}

/** Changes a source with its secret; another place forgets its mark. False when place or secret changed meanwhile. */
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

/** Keeps a sealed secret; null: none. */
export async function keepSecret(database: Database<CatalogueSchema>, id: number, secret: string | null) {
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

/** Claims a source for the caller; false when it is claimed already. */
export async function claimSource(database: Database<CatalogueSchema>, id: number, { now, lasts }: Claim) {
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
export async function keepMark(database: Database<CatalogueSchema>, id: number, mark: string, ignored: number) {
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

/** Something taken until a time, ms. One that ends later than a claim made now is of a clock set back, and void. */
export interface Claim {
  readonly now: number;
  readonly lasts: number;
}

/** A file that came; it stays the checker's, who removes or moves it. */
export interface FetchedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** When it was made, ms, as far as its place says; else the time of its fetch counts. */
  readonly madeAt?: number | null;
}

/** What a checker does with what it finds. */
export interface Reception {
  /** Imports a file, holds it or notes why not; resolves to what became of it. Rejects when it has to come again later. */
  take(file: FetchedFile): Promise<ArrivalState>;
  /** Notes something that is not even fetched. */
  ignore(file: Omit<FetchedFile, 'path'>, reason: string): Promise<void>;
  /** Stores how far the source has been read, and how many mails of unknown senders were skipped since. */
  mark(mark: string, ignored?: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Looks whether a source has something new. Throws SourceProblem, in words, when it cannot be looked at. */
export type Checker<Kind extends SourceKind> = (
  context: SourceContext,
  source: Source<Kind>,
  reception: Reception,
) => Promise<void>;

export type GivenSettings = Readonly<Record<string, unknown>>;

export interface KindOfSource<Kind extends SourceKind> {
  /** The settings, checked; null for a place that cannot be looked at. */
  readonly read: (given: GivenSettings) => SourceSettings<Kind> | null;
  readonly check: Checker<Kind>;
}

/** A text of settings; '' for anything else. */
export const givenText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What an installation lets sources do. */
export interface SourcesSettings {
  /** The seal that secrets of sources have; each source has one of its own. */
  readonly sealOf: (sourceId: number) => Seal;
  /** The folder whose folders may be sources; empty: none. */
  readonly importFolder: string;
  /** How long a file of a folder must stay the same to count as written to its end, ms; three seconds by default. */
  readonly settledMs?: number;
  /** Whether sources may lie at private addresses. */
  readonly allowsPrivate: boolean;
}

/** What everything works with that brings price lists by itself. */
export interface SourceContext
  extends Pick<CatalogueContext, 'database' | 'incomingFolder' | 'clock' | 'timeZone' | 'log'> {
  readonly queue: Pick<ImportQueue, 'plan' | 'submit' | 'staged'>;
  readonly settings: SourcesSettings;
  /** Files that wait for a decision. */
  readonly stagedFiles: KeptFiles;
}

/** What the key of a source's seal is made for. */
export const sealPurpose = (sourceId: number): string => `price list source ${sourceId}`;

/** Seals by AES-256-GCM under a key by HKDF-SHA-256 from the installation's secret, for this source alone. */
export const sealsOf =
  (secrets: Secrets) =>
  (sourceId: number): Seal =>
    createSeal(secrets, sealPurpose(sourceId));

/** The password of a source, empty without one. Throws SourceProblem when the installation's secret was changed. */
export function passwordOf({ id, secret }: Pick<Source, 'id' | 'secret'>, sealOf: (id: number) => Seal): string {
  if (secret === null) return '';
  try {
    return sealOf(id).open(secret);
  } catch {
    throw new SourceProblem('Пароль источника не читается: секрет сервера сменился, введите пароль заново');
  }
}
