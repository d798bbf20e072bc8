import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DocumentListAnswer } from '../../../contract/documents/lists.ts';
import { LIST_SORTS } from '../../../contract/documents/words.ts';
import { knownFilter, type ListPlace, readListFilter, readOrder } from '../../../server/documents/list/filter.ts';
import { countPage, selectPage } from '../../../server/documents/list/page.ts';
import { searchViewerOf } from '../../../server/documents/search/search.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION } from '../people/company.ts';
import { diceOf } from '../people/dice.ts';
import { type Staff, withStaff } from '../people/staff.ts';
import { type RowDocument, type RowEntry, rowsOf } from './rows.ts';

const ZONE = 'Asia/Yekaterinburg';
const DAY = 86_400_000;
const TITLES = ['ёлка', 'Ель', 'Договор', 'акт', 'Ящик', 'Счёт'];

interface Listed extends RowDocument {
  readonly id: number;
  readonly titled: string;
  readonly created: number;
  readonly saved: number;
  readonly since: number | null;
  readonly due: number | null;
}

interface World {
  readonly database: Database<PortalSchema>;
  readonly documents: readonly Listed[];
  readonly ivan: number;
  readonly people: Readonly<Record<string, number>>;
  /** Directions and types by id, people by id, as they are sorted. */
  readonly names: Readonly<Record<'directing' | 'task' | 'author', ReadonlyMap<number, string>>>;
  readonly seen: ReadonlySet<string>;
}

async function worldOf({ informator }: Staff): Promise<World> {
  const { database } = informator.context;
  const { users, list, pair, document } = rowsOf(database);
  const [role = 0] = await list('roles', 'Менеджер');
  const directings = await list('directings', 'Склад', 'Продажи');
  const tasks = await list('tasks', 'Счёт', 'Договор', 'Акт');
  const [directing = 0, other = 0] = directings;
  for (const task of tasks.slice(0, 2)) await pair(role, directing, task, ACTION.acknowledge);
  await pair(role, other, tasks[0] ?? 0, ACTION.acknowledge);
  const uids = ['ivan', 'olga', 'anna', 'boris'];
  const ids = await users(role, ...uids);
  const roll = diceOf(3);
  const documents: Listed[] = [];
  for (let n = 0; n < 80; n++) {
    const entries = (['acceptor', 'recipient'] as const).flatMap((kind) =>
      ids.flatMap((user): RowEntry[] => (roll(4) === 0 ? [{ kind, user, asked: roll(2) === 0 }] : [])),
    );
    const titled = `${TITLES[roll(TITLES.length)]}`;
    const wanted: RowDocument = {
      directing: directings[roll(2)] ?? 0,
      task: tasks[roll(3)] ?? 0,
      author: ids[roll(4)] ?? 0,
      title: titled,
      state: (['pending', 'declined', 'done', 'none'] as const)[roll(4)] ?? 'none',
      entries,
    };
    const id = await document(wanted);
    const created = Date.UTC(2026, 0, 1 + Math.floor(n / 3), roll(24));
    const saved = Date.UTC(2026, 2, 1 + roll(20));
    let since: number | null = null;
    let due: number | null = null;
    await database.write(async (transaction) => {
      await sql`UPDATE documents SET created_at = ${created}, saved_at = ${saved} WHERE id = ${id}`.execute(
        transaction,
      );
      for (const { kind, user, asked } of entries) {
        if (!asked) continue;
        const at = Date.UTC(2026, 1, 1 + roll(20));
        since = Math.min(since ?? at, at);
        const until = roll(2) === 0 ? Date.UTC(2026, 4, 1 + roll(20)) : null;
        due = until === null ? due : Math.min(due ?? until, until);
        await sql`UPDATE document_entries SET asked_at = ${at}, due_at = ${until}
          WHERE document_id = ${id} AND kind = ${kind} AND user_id = ${user}`.execute(transaction);
      }
    });
    documents.push({ ...wanted, id, titled, created, saved, since, due });
  }
  const named = (keys: readonly number[], titles: readonly string[]) =>
    new Map(keys.map((key, at) => [key, (titles[at] ?? '').toLowerCase()]));
  return {
    database,
    documents,
    ivan: ids[0] ?? 0,
    people: Object.fromEntries(uids.map((uid, at) => [uid, ids[at] ?? 0])),
    names: {
      directing: named(directings, ['Склад', 'Продажи']),
      task: named(tasks, ['Счёт', 'Договор', 'Акт']),
      author: named(ids, uids),
    },
    seen: new Set([...tasks.slice(0, 2).map((task) => `${directing} ${task}`), `${other} ${tasks[0]}`]),
  };
}

type Query = Readonly<Record<string, string>>;

/** What ought to be listed, in its order, by the words of the rule. */
function expectedIds({ documents, ivan, people, names, seen }: World, query: Query): number[] {
  const takes = ({ entries = [] }: RowDocument, user: number | undefined) =>
    entries.some((entry) => entry.user === user);
  const from = query.from ? Date.parse(`${query.from}T00:00:00+05:00`) : 0;
  const before = query.to ? Date.parse(`${query.to}T00:00:00+05:00`) + DAY : Number.POSITIVE_INFINITY;
  const found = documents.filter(
    (one) =>
      (seen.has(`${one.directing} ${one.task}`) || one.author === ivan || takes(one, ivan)) &&
      (!query.state || one.state === query.state) &&
      (!query.task || String(one.task) === query.task) &&
      (!query.creator || one.author === people[query.creator]) &&
      (!query.signatory || takes(one, people[query.signatory] ?? -1)) &&
      (!query.author || one.author === ivan) &&
      // What waits for ivan is what he may decide: his role acknowledges in the pairs that it sees.
      (!query.recipient || seen.has(`${one.directing} ${one.task}`)) &&
      (!query.asked || (one.entries ?? []).some(({ user, asked }) => asked && user === people[query.asked ?? ''])) &&
      (!query.recipient ||
        (one.entries ?? []).some(({ kind, user, asked }) => kind === 'recipient' && user === ivan && asked)) &&
      (!query.search || one.titled.toLowerCase().startsWith(query.search)) &&
      one.created >= from &&
      one.created < before,
  );
  const { by, isDescending } = readOrder(query.sort);
  const states = ['pending', 'declined', 'done', 'none'];
  const keys = new Map<Listed, string>();
  /** Grouped by the people asked: a row for each of them. */
  const rows =
    by === 'asked'
      ? found.flatMap((one) => {
          const users = new Set((one.entries ?? []).flatMap(({ user, asked }) => (asked ? [user] : [])));
          const shown = [...users].map((user) => ({ copy: { ...one }, name: names.author.get(user) ?? '' }));
          for (const { copy, name } of shown) keys.set(copy, name);
          return shown.length === 0 ? [one] : shown.map(({ copy }) => copy);
        })
      : found;
  const keyOf = (one: Listed): string | number | null => {
    switch (by) {
      case 'num':
        return one.id;
      case 'title':
        return one.titled.toLowerCase().replaceAll('ё', 'е');
      case 'saved':
        return one.saved;
      case 'since':
        return one.since;
      case 'due':
        return one.due;
      case 'state':
        return states.indexOf(one.state ?? 'none');
      case 'asked':
        return keys.get(one) ?? null;
      default:
        return names[by].get(one[by]) ?? '';
    }
  };
  const isGroup = by === 'task' || by === 'directing' || by === 'author' || by === 'state';
  const sign = isDescending ? -1 : 1;
  return rows
    .toSorted((one, other) => {
      const [mine, theirs] = [keyOf(one), keyOf(other)];
      if (mine === null || theirs === null) {
        if (mine === theirs) return other.id - one.id;
        return mine === null ? 1 : -1;
      }
      if (mine !== theirs) return mine < theirs ? -sign : sign;
      return isGroup ? other.id - one.id : sign * (one.id - other.id);
    })
    .map(({ id }) => id);
}

aboveSql('lists of documents', (open) => {
  test(
    'hold what the filter says in the order asked for, page by page, gathered and walked alike',
    { tags: ['store'], timeout: 180_000 },
    () =>
      withStaff(open, async (staff) => {
        const world = await worldOf(staff);
        const { database } = world;
        const actor = { uid: 'ivan', substituted: new Set<string>() };
        const looker = await searchViewerOf(database.read, actor);
        if (!looker) throw new Error('ivan has a profile');
        const roll = diceOf(5);
        const either = (values: readonly unknown[]) => String(values[roll(values.length)]);
        const maybe = (odds: number, name: string, value: string) => (roll(odds) ? {} : { [name]: value });
        for (let n = 0; n < 150; n++) {
          const query: Query = {
            sort: `${either(['', '-'])}${LIST_SORTS[n % LIST_SORTS.length]}`,
            ...maybe(5, 'state', either(['pending', 'declined', 'none'])),
            ...maybe(5, 'task', either([...world.names.task.keys()])),
            ...maybe(5, 'creator', either(['olga', 'anna', 'nobody'])),
            ...maybe(5, 'signatory', either(['ivan', 'boris'])),
            ...maybe(8, 'asked', either(['olga', 'nobody'])),
            ...maybe(8, 'author', '1'),
            ...maybe(8, 'recipient', '0'),
            ...maybe(8, 'search', either(['договор', 'счет'])),
            ...maybe(5, 'from', '2026-01-05'),
            ...maybe(5, 'to', either(['2026-01-12', '2026-01-20'])),
          };
          const asked = query.search === 'счет' ? { ...query, search: 'счёт' } : query;
          const expected = expectedIds(world, asked);
          const filter = readListFilter(query, ZONE);
          const order = readOrder(query.sort);
          const known = await knownFilter(database.read, filter, 0);
          const limit = 1 + roll(30);
          for (const most of [1, undefined]) {
            const paged: number[] = [];
            let after: ListPlace | null = null;
            for (;;) {
              const page: ListPlace[] = await selectPage(database.read, known, looker, { order, after, limit }, most);
              paged.push(...page.map(({ id }) => id));
              after = page.at(-1) ?? null;
              if (page.length < limit) break;
            }
            expect([query, most, paged]).toEqual([query, most, expected]);
            expect(await countPage(database.read, known, looker, new Map(), most)).toBe(new Set(expected).size);
          }
          const { sort: _, ...counted } = query;
          const counts = await staff.call('GET', `/docflow/list/counts?${new URLSearchParams(counted)}`, {
            as: 'ivan',
          });
          expect([query, counts.json()]).toEqual([query, expect.objectContaining({ found: new Set(expected).size })]);
        }
      }),
  );

  test(
    'are answered with since when they wait, whom the filter names, and counts for each way',
    { tags: ['store'] },
    () =>
      withStaff(open, async (staff) => {
        const world = await worldOf(staff);
        const ask = async (query: string) => {
          const answer = await staff.call('GET', `/docflow/list${query}`, { as: 'ivan' });
          expect([query, answer.statusCode]).toEqual([query, 200]);
          return answer.json<DocumentListAnswer>();
        };
        const expected = expectedIds(world, { sort: 'since' });
        const ids: number[] = [];
        let page = await ask('?sort=since&limit=30');
        for (;;) {
          for (const { id, since } of page.documents) {
            const at = world.documents.find((one) => one.id === id)?.since ?? null;
            expect([id, since]).toEqual([id, at === null ? null : new Date(at).toISOString()]);
            ids.push(id);
          }
          if (page.next === null) break;
          page = await ask(`?sort=since&limit=30&cursor=${page.next}`);
        }
        expect(ids).toEqual(expected);
        expect((await ask('?creator=olga&signatory=nobody&limit=1')).people.map(({ uid }) => uid)).toEqual(['olga']);
        const counts = await staff.call('GET', '/docflow/list/counts?creator=olga&recipient=2', { as: 'ivan' });
        expect(counts.json()).toMatchObject({
          mine: expectedIds(world, { creator: 'olga' }).length,
          forReview: expectedIds(world, { creator: 'olga', recipient: '0' }).length,
          outgoing: 0,
        });
        const asked = world.documents.filter(({ since }) => since !== null).map(({ id }) => id);
        staff.setClock(Date.UTC(2026, 3, 2));
        const [late = 0, later = 0] = asked.filter((id) => expected.includes(id));
        await world.database.write(async (transaction) => {
          for (const [id, due] of [
            [late, Date.UTC(2026, 3, 1)],
            [later, Date.UTC(2026, 3, 3)],
          ])
            await sql`UPDATE document_entries SET step = 1, due_at = ${due}
            WHERE document_id = ${id} AND is_asked = 1`.execute(transaction);
        });
        const overdue = await ask('?overdue=1');
        expect(overdue.documents.map(({ id, dueAt }) => [id, dueAt])).toEqual([[late, '2026-04-01T00:00:00.000Z']]);
        const bad = async (query: string) => {
          const answer = await staff.call('GET', `/docflow/list${query}`, { as: 'ivan' });
          return [answer.statusCode, answer.json<{ error: string }>().error];
        };
        expect(await bad('?from=2026-02-30')).toEqual([400, 'invalid from']);
        expect(await bad('?to=yesterday')).toEqual([400, 'invalid to']);
        expect(await bad('?directing=x')).toEqual([400, 'invalid directing id']);
        for (const cursor of [page.next ?? 'x', 'e30', Buffer.from('["saved","x",1]').toString('base64url')])
          expect(await bad(`?sort=saved&cursor=${cursor}`)).toEqual([400, 'invalid cursor']);
        expect((await ask('?creator=%01&sort=nonsense')).documents).toEqual([]);
        await ask('?creator=%00');
      }),
  );
});
