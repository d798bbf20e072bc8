/** Records what the demonstration has created, so that exactly that can be removed later. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './types.ts';

export const DEMO_KINDS = [
  'position',
  'cross',
  'provider',
  'brand',
  'slide',
  'page',
  'document',
  'profile',
  'role',
  'directing',
  'task',
  'account',
] as const;
export type DemoKind = (typeof DEMO_KINDS)[number];

export interface Thing {
  readonly kind: DemoKind;
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
}

export interface Survey {
  readonly made: readonly Thing[];
  readonly changed: readonly Thing[];
}

export interface KindOf<Schema> {
  readonly kind: DemoKind;
  /** Those with these ids as they are now. */
  read(source: Kysely<Schema>, ids: readonly string[]): Promise<Thing[]>;
  /** Ids of those that equal what the demonstration makes, for folders that it filled before it kept records. */
  recognise(source: Kysely<Schema>): Promise<string[]>;
}

export const fingerprintOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** Rows of one statement, and ids of one query. */
const AT_ONCE = 500;

export function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE);
}

/** Every service's schema has these tables; the compiler cannot see it through a type parameter. */
const ours = <Schema>(source: Kysely<Schema>) => source as unknown as Kysely<DemonstrationSchema>;

async function recordMade<Schema>(transaction: Kysely<Schema>, things: readonly Thing[]): Promise<void> {
  for (const chunk of inChunks(things)) {
    await ours(transaction)
      .insertInto('demonstration')
      .values(chunk.map(({ kind, id, fingerprint }) => ({ kind, id, fingerprint })))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet(({ ref }) => ({ fingerprint: ref('excluded.fingerprint') })),
      )
      .execute();
  }
}

export async function recordThings<Schema>(
  transaction: Kysely<NoInfer<Schema>>,
  kind: Pick<KindOf<Schema>, 'read'>,
  ids: readonly (string | number)[],
): Promise<void> {
  for (const chunk of inChunks(ids.map(String))) await recordMade(transaction, await kind.read(transaction, chunk));
}

const hasRecords = async <Schema>(source: Kysely<Schema>): Promise<boolean> =>
  (await ours(source).selectFrom('demonstration').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Finds what is left of the demonstration, by records or, in older folders, by recognition. */
export async function surveyDemonstration<Schema>(
  source: Kysely<NoInfer<Schema>>,
  kinds: readonly KindOf<Schema>[],
): Promise<Survey> {
  const recognises = !(await hasMilestone(source, 'demonstration removed'));
  const made: Thing[] = [];
  const changed: Thing[] = [];
  for (const kind of kinds) {
    const records = await ours(source).selectFrom('demonstration').selectAll().where('kind', '=', kind.kind).execute();
    const noted = new Map(records.map(({ id, fingerprint }) => [id, fingerprint]));
    const ids = records.length === 0 && recognises ? await kind.recognise(source) : [...noted.keys()];
    for (const chunk of inChunks(ids)) {
      for (const thing of await kind.read(source, chunk)) {
        const before = noted.get(thing.id);
        (before === undefined || before === thing.fingerprint ? made : changed).push(thing);
      }
    }
  }
  return { made, changed };
}

async function forgetDemonstration<Schema>(transaction: Kysely<Schema>, now: number): Promise<void> {
  await ours(transaction).deleteFrom('demonstration').execute();
  await recordMilestone(transaction, 'demonstration removed', now);
}

const hasMilestone = async <Schema>(source: Kysely<Schema>, milestone: Milestone): Promise<boolean> =>
  (await ours(source).selectFrom('milestones').select('at').where('name', '=', milestone).executeTakeFirst()) !==
  undefined;

async function recordMilestone<Schema>(transaction: Kysely<Schema>, name: Milestone, at: number): Promise<void> {
  await ours(transaction)
    .insertInto('milestones')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Tables by which a service remembers its demonstration and milestones. */
export interface DemonstrationSchema {
  /** Things that the demonstration made, with a hash of their state: another state means that it was changed since. */
  demonstration: { kind: string; id: string; fingerprint: string };
  /** `at`: when the milestone was first reached, milliseconds since the epoch. */
  milestones: { name: Milestone; at: number };
}

/** `production`: the shop was open without a demonstration. `demonstration removed`: remove-demo has run. */
type Milestone = 'production' | 'demonstration removed';

export const demonstrationTables = (big: string): readonly string[] => [
  `CREATE TABLE demonstration (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  )`,
  `CREATE TABLE milestones (name TEXT PRIMARY KEY, at ${big} NOT NULL)`,
];

export interface Removal {
  readonly removed: readonly Thing[];
  /** Changed since, so it belongs to the shop. */
  readonly changed: readonly Thing[];
  readonly used: readonly Thing[];
}

export interface Demonstration {
  survey(): Promise<Survey>;
  /** Removes what is neither changed nor needed, files included; the rest is the shop's. `needed`: ids for another service. */
  remove(needed?: ReadonlySet<string>): Promise<Removal>;
  hasRecords(): Promise<boolean>;
  hasReached(milestone: Milestone): Promise<boolean>;
  reach(milestone: Milestone): Promise<void>;
  /** Whether other people have worked with it, which distinguishes an older shop from a trial. */
  isUsed(): Promise<boolean>;
}

interface Parts<Schema> {
  readonly database: Database<Schema>;
  readonly kinds: readonly KindOf<Schema>[];
  /** Removes these; resolves to those that it had to keep. */
  readonly erase: (made: readonly Thing[], needed: ReadonlySet<string>) => Promise<readonly Thing[]>;
  readonly isUsed: (source: Kysely<Schema>) => Promise<boolean>;
  readonly clock: () => number;
}

const NOTHING: ReadonlySet<string> = new Set();

export function demonstrationOver<Schema>({ database, kinds, erase, isUsed, clock }: Parts<Schema>): Demonstration {
  return {
    survey: () => surveyDemonstration(database.read, kinds),
    remove: async (needed = NOTHING) => {
      const { made, changed } = await surveyDemonstration(database.read, kinds);
      const used = made.length > 0 ? await erase(made, needed) : [];
      // Records are removed last, so that an interrupted removal is continued.
      if (made.length + changed.length > 0 || (await hasRecords(database.read)))
        await database.write((transaction) => forgetDemonstration(transaction, clock()));
      const kept = new Set(used);
      return { removed: made.filter((thing) => !kept.has(thing)), changed, used };
    },
    hasRecords: () => hasRecords(database.read),
    hasReached: (milestone) => hasMilestone(database.read, milestone),
    reach: async (milestone) => {
      if (await hasMilestone(database.read, milestone)) return;
      await database.write((transaction) => recordMilestone(transaction, milestone, clock()));
    },
    isUsed: () => isUsed(database.read),
  };
}
