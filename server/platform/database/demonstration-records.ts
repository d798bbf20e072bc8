import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './types.ts';

/** Kinds of things that a demonstration makes, in the order in which people are told of them. */
export const DEMO_KINDS = [
  'position',
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

/** Something as it stands in a service now. */
export interface Thing {
  readonly kind: DemoKind;
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly fingerprint: string;
}

/** Things of the demonstration that are there: as it made them, and changed since. */
export interface Survey {
  readonly made: readonly Thing[];
  readonly changed: readonly Thing[];
}

/** One kind of things of a service. */
export interface KindOf<Schema> {
  readonly kind: DemoKind;
  /** Those with these ids as they are now. */
  read(source: Kysely<Schema>, ids: readonly string[]): Promise<Thing[]>;
  /** Ids of those that equal what the demonstration makes, for folders that it filled before it kept records. */
  recognise(source: Kysely<Schema>): Promise<string[]>;
}

/** A hash of the values that make a thing what it is. */
export const fingerprintOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** Rows of one statement, and ids of one question. */
const AT_ONCE = 500;

export function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE);
}

/** Every service's schema has these tables; the compiler cannot see it through a type parameter. */
const ours = <Schema>(source: Kysely<Schema>) => source as unknown as Kysely<DemonstrationSchema>;

/** Notes in the transaction that makes them that the demonstration made these. */
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

/** The same for things that can be read by now. */
export async function recordThings<Schema>(
  transaction: Kysely<NoInfer<Schema>>,
  kind: Pick<KindOf<Schema>, 'read'>,
  ids: readonly (string | number)[],
): Promise<void> {
  for (const chunk of inChunks(ids.map(String))) await recordMade(transaction, await kind.read(transaction, chunk));
}

/** Whether the demonstration ever noted anything here. */
const hasRecords = async <Schema>(source: Kysely<Schema>): Promise<boolean> =>
  (await ours(source).selectFrom('demonstration').select('id').limit(1).executeTakeFirst()) !== undefined;

/** What of the demonstration stands here. */
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

/** Nothing here is the demonstration's any more: what is left belongs to the shop. */
async function forgetDemonstration<Schema>(transaction: Kysely<Schema>, now: number): Promise<void> {
  await ours(transaction).deleteFrom('demonstration').execute();
  await recordMilestone(transaction, 'demonstration removed', now);
}

const hasMilestone = async <Schema>(source: Kysely<Schema>, milestone: Milestone): Promise<boolean> =>
  (await ours(source).selectFrom('milestones').select('at').where('name', '=', milestone).executeTakeFirst()) !==
  undefined;

/** Notes when a service first came to something. */
async function recordMilestone<Schema>(transaction: Kysely<Schema>, name: Milestone, at: number): Promise<void> {
  await ours(transaction)
    .insertInto('milestones')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** What a service remembers of the demonstration and of itself: the part of its schema that this needs. */
export interface DemonstrationSchema {
  /** What the demonstration made, with a hash of how it made it: whatever is otherwise by now was changed since. */
  demonstration: { kind: string; id: string; fingerprint: string };
  /** `at` is when it first came to that, milliseconds since the epoch. */
  milestones: { name: Milestone; at: number };
}

/** `production`: the shop was open without a demonstration. `demonstration removed`: remove-demo has run. */
type Milestone = 'production' | 'demonstration removed';

/** Statements of the migration that gives a service both tables. */
export const demonstrationTables = (big: string): readonly string[] => [
  `CREATE TABLE demonstration (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  )`,
  `CREATE TABLE milestones (name TEXT PRIMARY KEY, at ${big} NOT NULL)`,
];

/** What became of the demonstration in a service. */
export interface Removal {
  readonly removed: readonly Thing[];
  /** Changed since, so it is the shop's. */
  readonly changed: readonly Thing[];
  /** Not changed, but something that stays needs it. */
  readonly used: readonly Thing[];
}

/** The demonstration in one service. */
export interface Demonstration {
  survey(): Promise<Survey>;
  /**
   * Removes what the demonstration made and what is neither changed nor needed, files included; the rest is the shop's from then on.
   * `needed` are ids that something of another service needs.
   */
  remove(needed?: ReadonlySet<string>): Promise<Removal>;
  /** Whether it keeps records of the demonstration. */
  hasRecords(): Promise<boolean>;
  hasReached(milestone: Milestone): Promise<boolean>;
  reach(milestone: Milestone): Promise<void>;
  /** Whether people other than the demonstration's have worked with it, which tells an older shop from a trial. */
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

/** The demonstration over a service's database. */
export function demonstrationOver<Schema>({ database, kinds, erase, isUsed, clock }: Parts<Schema>): Demonstration {
  return {
    survey: () => surveyDemonstration(database.read, kinds),
    remove: async (needed = NOTHING) => {
      const { made, changed } = await surveyDemonstration(database.read, kinds);
      const used = made.length > 0 ? await erase(made, needed) : [];
      // Records go last: a removal that was cut off is gone on with.
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
