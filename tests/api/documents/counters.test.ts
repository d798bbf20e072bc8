import { expect, test } from 'vitest';
import type { DocumentSearchQuery } from '../../../contract/documents/documents.ts';
import type { Actor } from '../../../server/documents/document/document.ts';
import { readWanted } from '../../../server/documents/search/conditions.ts';
import { countFound, selectFoundIds } from '../../../server/documents/search/search.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { portalMigrations } from '../../../server/portal-database/migrations.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION } from '../people/company.ts';
import { diceOf } from '../people/dice.ts';
import { type RowDocument, rowsOf } from './rows.ts';

const PEOPLE = ['ivan', 'olga', 'petr', 'anna', 'oleg', 'late'] as const;
const DOCUMENTS = 60;
const STATES = ['pending', 'declined', 'done'] as const;
/** What the tiles ask, and filters beside it. */
const QUERIES: readonly DocumentSearchQuery[] = [
  { acceptor: '0' },
  { recipient: '0' },
  { author: '1' },
  {},
  {},
  { acceptor: '2' },
  { recipient: '1', state: 'done' },
  { search: 'договор' },
];

type Dice = ReturnType<typeof diceOf>;
type Pair = readonly [directing: number, task: number];
interface Person {
  readonly id: number;
  readonly uid: string;
  readonly pairs: readonly Pair[];
}
interface World {
  readonly database: Database<PortalSchema>;
  readonly people: readonly Person[];
  readonly documents: readonly (RowDocument & { readonly id: number })[];
  readonly pairs: readonly Pair[];
}

/** People whose roles see nothing, everything, or whatever the dice say; two of them have none. */
async function worldOf(database: Database<PortalSchema>, roll: Dice): Promise<World> {
  const { users, list, pair, document } = rowsOf(database);
  const directings = await list('directings', 'Продажи', 'Склад', 'Кадры');
  const tasks = await list('tasks', 'Договор', 'Счёт', 'Приказ');
  const pairs = directings.flatMap((directing) => tasks.map((task): Pair => [directing, task]));
  const roles = await list('roles', 'Пустая', 'Полная', 'Малая', 'Средняя');
  const odds = [0, 9, 2, 5];
  const people: Person[] = [];
  for (const [place, uid] of PEOPLE.entries()) {
    const role = roles[place] ?? null;
    const seen = role === null ? [] : pairs.filter(() => roll(9) < (odds[place] ?? 0));
    for (const [directing, task] of seen) {
      const may = [ACTION.approve, ACTION.acknowledge].filter(() => roll(3) > 0);
      if (role !== null) await pair(role, directing, task, ...may);
    }
    const [id = 0] = await users(role, uid);
    people.push({ id, uid, pairs: seen });
  }
  const anybody = () => people[roll(people.length)]?.id ?? 0;
  const documents: World['documents'][number][] = [];
  for (let n = 0; n < DOCUMENTS; n++) {
    // The last pairs never had a document.
    const [directing, task] = pairs[roll(pairs.length - 2)] ?? [0, 0];
    const entries = (['acceptor', 'recipient'] as const).flatMap((kind) =>
      [...new Set([anybody(), anybody()].slice(roll(3)))].map((user) => {
        const what = roll(3);
        return { kind, user, accepted: what === 0, asked: what === 1 };
      }),
    );
    const title = roll(3) === 0 ? 'Договор' : 'Письмо';
    const wanted: RowDocument = {
      directing,
      task,
      author: anybody(),
      title,
      state: STATES[roll(3)] ?? 'done',
      entries,
    };
    documents.push({ ...wanted, id: await document(wanted) });
  }
  return { database, people, documents, pairs };
}

/** Everything that pages of a few documents hold, one after another. */
async function allPages(
  database: World['database'],
  query: DocumentSearchQuery,
  viewer: Actor,
  size: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const last = ids.at(-1);
    const page = await selectFoundIds(
      database,
      readWanted(last === undefined ? query : { ...query, last: String(last) }),
      viewer,
      size,
    );
    if (page.length === 0) return ids;
    ids.push(...page);
  }
}

aboveSql('counters of documents', (open) => {
  test('say how many documents the list holds, whatever the rights and whoever is substituted', {
    tags: ['store'],
  }, async () => {
    const roll = diceOf(23);
    const world = await worldOf(await open<PortalSchema>(portalMigrations), roll);
    const { database, people, documents, pairs } = world;
    const numbers = new Set<number>();
    for (const person of people) {
      for (let n = 0; n < 8; n++) {
        const absent = people.filter((other) => other !== person && roll(4) === 0);
        const viewer: Actor = { uid: person.uid, substituted: new Set(absent.map(({ uid }) => uid)) };
        const [directing, task] = pairs[roll(pairs.length)] ?? [0, 0];
        const query: DocumentSearchQuery = {
          ...QUERIES[n % QUERIES.length],
          ...(roll(4) === 0 && { state: STATES[roll(3)] }),
          ...(roll(5) === 0 && { directing: String(directing) }),
          ...(roll(5) === 0 && { task: String(task) }),
          ...(roll(6) === 0 && { last: String(documents[roll(DOCUMENTS)]?.id) }),
        };
        const wanted = readWanted(query);
        const listed = await allPages(database, query, viewer, 5 + roll(20));
        const count = await countFound(database, wanted, viewer);
        expect([viewer, query, count]).toEqual([viewer, query, listed.length]);
        expect(new Set(listed).size).toBe(listed.length);
        numbers.add(count);
        if (Object.keys(query).length > 0) continue;
        const seen = documents.filter(
          ({ directing, task, author, entries = [] }) =>
            person.pairs.some(([one, other]) => one === directing && other === task) ||
            author === person.id ||
            entries.some(({ user }) => user === person.id),
        );
        expect([viewer, count]).toEqual([viewer, seen.length]);
      }
    }
    expect(numbers.size).toBeGreaterThan(10);
  });
});
