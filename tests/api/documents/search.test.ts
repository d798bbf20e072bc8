import { expect, test } from 'vitest';
import { readWanted, type Wanted } from '../../../server/documents/search/conditions.ts';
import { countFound, searchViewerOf, selectFoundIds } from '../../../server/documents/search/search.ts';
import { countWithWords, indexDocument, pageWithWords } from '../../../server/documents/search/with-words.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import { aboveSql } from '../../support/databases.ts';
import { ACTION } from '../people/company.ts';
import { diceOf } from '../people/dice.ts';
import { type Staff, withStaff } from '../people/staff.ts';
import { type RowDocument, type RowEntry, rowsOf } from './rows.ts';

const list = async ({ call }: Staff, query: string, as = 'ivan'): Promise<number[]> => {
  const answer = await call('GET', `/docflow/search/doc/${query}`, { as });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json<{ id: number }[]>().map(({ id }) => id);
};
const count = async ({ call }: Staff, query: string, as = 'ivan'): Promise<number> => {
  const answer = await call('GET', `/docflow/search/doc/count/${query}`, { as });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json<{ count: number }>().count;
};

interface World {
  readonly database: Database<PortalSchema>;
  readonly documents: readonly (RowDocument & { readonly id: number })[];
  readonly ivan: number;
  readonly absent: number;
  readonly seen: readonly (readonly [directing: number, task: number])[];
  /** Whether ivan may stand in for `absent` in entries of a kind in documents of a pair. */
  standsIn(directing: number, task: number, kind: string): boolean;
}

const TITLES = ['Договор поставки', 'Счёт на оплату', 'Заявка на склад', 'Договор аренды', 'Приказ'];

/** A company in which `ivan` substitutes `absent`, and documents of every kind. */
async function worldOf({ informator }: Staff): Promise<World> {
  const { database } = informator.context;
  const { users, list, pair, document, substitute } = rowsOf(database);
  const [role = 0, away = 0] = await list('roles', 'Менеджер', 'Снабженец');
  const [sales = 0, stock = 0] = await list('directings', 'Продажи', 'Склад');
  const [contract = 0, bill = 0] = await list('tasks', 'Договор', 'Счёт');
  const { approve, acknowledge } = ACTION;
  await pair(role, sales, contract, approve, acknowledge);
  await pair(role, sales, bill, approve, acknowledge);
  await pair(away, sales, contract, approve);
  await pair(away, sales, bill, acknowledge);
  await pair(away, stock, contract, approve, acknowledge);
  const [ivan = 0] = await users(role, 'ivan');
  const [absent = 0, former = 0] = await users(away, 'absent', 'former');
  const [olga = 0] = await users(null, 'olga');
  await substitute(absent, ivan);
  await substitute(former, ivan, '2000-01-01', '2000-12-31');
  const roll = diceOf(7);
  const documents: (RowDocument & { id: number })[] = [];
  for (let n = 0; n < 70; n++) {
    const entries = (['acceptor', 'recipient'] as const).flatMap((kind) =>
      [ivan, absent, former, olga].flatMap((user): RowEntry[] => {
        if (roll(4) !== 0) return [];
        const what = roll(3);
        return [{ kind, user, accepted: what === 0, asked: what === 1 }];
      }),
    );
    const wanted: RowDocument = {
      directing: roll(2) ? sales : stock,
      task: roll(2) ? contract : bill,
      author: [ivan, olga, absent][roll(3)] ?? olga,
      title: `${TITLES[roll(TITLES.length)]} ${roll(9)}`,
      description: roll(3) === 0 ? 'Фильтры масляные для **тракторов**' : '',
      state: (['pending', 'declined', 'done'] as const)[roll(3)] ?? 'pending',
      entries,
    };
    documents.push({ ...wanted, id: await document(wanted) });
  }
  const seen = [
    [sales, contract],
    [sales, bill],
  ] as const;
  const standsIn = (directing: number, task: number, kind: string) =>
    directing === sales && task === (kind === 'acceptor' ? contract : bill);
  return { database, documents, ivan, absent, seen, standsIn };
}

/** What ought to be found, by the words of the rule. */
function expectedIds(
  { documents, ivan, absent, seen, standsIn }: World,
  query: Wanted,
  has: (text: string) => boolean,
) {
  const takes = ({ directing, task, entries = [] }: RowDocument, kind: string, part: string | null) =>
    part === null ||
    entries.some((entry) => {
      if (entry.kind !== kind) return false;
      const instead = entry.user === absent && standsIn(directing, task, kind);
      // His role decides in the pairs that it sees; elsewhere he is listed, and nothing waits for him.
      const own = entry.user === ivan && seen.some(([one, other]) => one === directing && other === task);
      if (part === 'asked') return entry.asked && (own || instead);
      return entry.user === ivan && (part === 'listed' || entry.accepted);
    });
  return documents
    .filter(
      ({ directing, task, author, entries = [] }) =>
        seen.some(([one, other]) => one === directing && other === task) ||
        author === ivan ||
        entries.some(({ user }) => user === ivan),
    )
    .filter(
      (document) =>
        (query.before === null || document.id < query.before) &&
        (query.directing === null || document.directing === query.directing) &&
        (query.task === null || document.task === query.task) &&
        (query.state === null || document.state === query.state) &&
        (!query.authored || document.author === ivan) &&
        takes(document, 'acceptor', query.acceptor) &&
        takes(document, 'recipient', query.recipient) &&
        has(`${document.title} ${document.description}`.toLowerCase()),
    )
    .map(({ id }) => id)
    .reverse();
}

const WORDS: readonly (readonly [string, (text: string) => boolean])[] = [
  ['', () => true],
  ['', () => true],
  ['договоры', (text) => text.includes('договор')],
  ['догов', (text) => text.includes('договор')],
  ['масляных фильтров', (text) => text.includes('фильтры масляные')],
  ['договор поставк', (text) => text.includes('договор поставки')],
  ['неттакого', () => false],
  ['%', () => false],
];

aboveSql('the search for documents', (open) => {
  test('finds for every combination of parameters what the rule says, and counts as much', { tags: ['store'] }, () =>
    withStaff(open, async (staff) => {
      const world = await worldOf(staff);
      const { database, documents, seen } = world;
      const viewer = { uid: 'ivan', substituted: new Set(['absent']) };
      const looker = await searchViewerOf(database.read, viewer);
      const roll = diceOf(11);
      for (let n = 0; n < 300; n++) {
        const [search, has] = WORDS[roll(WORDS.length)] ?? ['', () => true];
        const either = (values: readonly unknown[]) => String(values[roll(values.length)]);
        const maybe = (odds: number, name: string, value: string) => (roll(odds) ? {} : { [name]: value });
        const query = {
          search,
          ...maybe(3, 'acceptor', either([0, 1, 2])),
          ...maybe(3, 'recipient', either([0, 1, 2])),
          ...maybe(5, 'author', '1'),
          ...maybe(4, 'state', either(['pending', 'declined', 'done'])),
          ...maybe(4, 'directing', String(seen[0]?.[0])),
          ...maybe(4, 'task', either(seen.map(([, task]) => task))),
          ...maybe(4, 'last', String(documents[roll(documents.length)]?.id)),
        };
        const wanted = readWanted(query);
        const expected = expectedIds(world, wanted, has);
        const page = 1 + roll(20);
        expect([query, await selectFoundIds(database, wanted, viewer, 100)]).toEqual([query, expected]);
        expect([query, await selectFoundIds(database, wanted, viewer, page)]).toEqual([query, expected.slice(0, page)]);
        expect([query, await countFound(database, wanted, viewer)]).toEqual([query, expected.length]);
        if (!looker || wanted.words === null) continue;
        // However many documents are a few: the search begins elsewhere, and finds the same.
        for (const few of [1, 25]) {
          expect(await pageWithWords(database.read, wanted, looker, page, few)).toEqual(expected.slice(0, page));
          expect(await countWithWords(database.read, wanted, looker, few)).toBe(expected.length);
        }
      }
    }),
  );

  test('security 16, 17, 54: who sees a document by role, as author or listed, and nobody for standing in without a right of his own, in list, count and page alike', () =>
    withStaff(open, async (staff) => {
      const { database } = staff.informator.context;
      const { users, list: add, pair, document, substitute } = rowsOf(database);
      const [role = 0] = await add('roles', 'Менеджер');
      const [directing = 0] = await add('directings', 'Продажи');
      const [own = 0, foreign = 0] = await add('tasks', 'Договор', 'Счёт');
      await pair(role, directing, own);
      const [ivan = 0] = await users(role, 'ivan');
      const [absent = 0, former = 0, coming = 0, other = 0] = await users(null, 'absent', 'former', 'coming', 'other');
      staff.setClock(Date.UTC(2026, 5, 10));
      await substitute(absent, ivan, '2026-06-10', '2026-06-10');
      await substitute(former, ivan, '2026-06-01', '2026-06-09');
      await substitute(coming, ivan, '2026-06-11', '2026-06-20');
      const expected: Record<string, boolean> = {};
      const found: Record<string, boolean[]> = {};
      const ids: [string, number][] = [];
      for (const task of [own, foreign])
        for (const author of [ivan, absent, other])
          for (const listed of [null, ivan, absent, former, coming, other])
            for (const kind of ['acceptor', 'recipient'] as const) {
              const name = JSON.stringify({ own: task === own, author, listed, kind });
              expected[name] = task === own || author === ivan || listed === ivan;
              const entries = listed === null ? [] : [{ kind, user: listed, asked: true }];
              ids.push([name, await document({ directing, task, author, title: 'Один', entries })]);
            }
      const listed = new Set(await list(staff, '?limit=100'));
      const searched = new Set(await list(staff, '?limit=100&search=один'));
      for (const [name, id] of ids) {
        const page = await staff.call('GET', `/docflow/${id}`);
        if (page.statusCode !== 200) expect(page.json()).toEqual({ error: 'doc not found' });
        found[name] = [listed.has(id), searched.has(id), page.statusCode === 200];
      }
      expect(found).toEqual(
        Object.fromEntries(Object.entries(expected).map(([name, sees]) => [name, [sees, sees, sees]])),
      );
      expect(await count(staff, '')).toBe(listed.size);
      expect(await count(staff, '?search=один')).toBe(listed.size);
    }));

  test('paging neither repeats nor skips a document while others are added', () =>
    withStaff(open, async (staff) => {
      const { users, list: add, pair, document } = rowsOf(staff.informator.context.database);
      const [role = 0] = await add('roles', 'Менеджер');
      const [directing = 0] = await add('directings', 'Продажи');
      const tasks = await add('tasks', 'Договор', 'Счёт', 'Заявка');
      for (const task of tasks) await pair(role, directing, task, ACTION.approve);
      const [ivan = 0] = await users(role, 'ivan');
      const make = (n: number) =>
        document({
          directing,
          task: tasks[n % 3] ?? 0,
          author: ivan,
          entries: [{ kind: 'acceptor', user: ivan, asked: true }],
        });
      const made: number[] = [];
      for (let n = 0; n < 40; n++) made.push(await make(n));
      for (const query of ['?limit=7', '?author=1&limit=7', '?acceptor=0&limit=7']) {
        const paged: number[] = [];
        let page = await list(staff, query);
        while (page.length > 0) {
          paged.push(...page);
          await make(paged.length);
          page = await list(staff, `${query}&last=${page.at(-1)}`);
        }
        expect(paged).toEqual([...new Set(paged)].sort((one, other) => other - one));
        expect(paged.filter((id) => made.includes(id))).toEqual([...made].reverse());
      }
      // The count for a viewer of every pair is another query.
      const { length } = await staff.informator.context.database.read.selectFrom('documents').select('id').execute();
      expect(await count(staff, '')).toBe(length);
      expect(await count(staff, '?state=pending')).toBe(length);
      expect(await count(staff, '?state=done')).toBe(0);
      expect(await count(staff, `?task=${tasks[0]}`)).toBeLessThan(length);
      expect(await count(staff, `?last=${made[0]}`)).toBe(0);
    }));

  test('security 42: a page’s size is clamped, ids that are none are named, a deleted last row is no matter', () =>
    withStaff(open, async (staff) => {
      const { users, list: add, document } = rowsOf(staff.informator.context.database);
      const [directing = 0] = await add('directings', 'Продажи');
      const [task = 0] = await add('tasks', 'Договор');
      const [ivan = 0] = await users(null, 'ivan');
      for (let n = 0; n < 105; n++) await document({ directing, task, author: ivan });
      const sizes: [string, number][] = [
        ['', 25],
        ['?limit=50', 50],
        ['?limit=100', 100],
        ['?limit=101', 100],
        ['?limit=1e9', 100],
        ['?limit=1000000000', 100],
        ['?limit=-1', 25],
        ['?limit=0', 25],
        ['?limit=NaN', 25],
        ['?limit=', 25],
        ['?offset=1000000000', 25],
        ['?last=999999999999999', 25],
        ['?acceptor=7&recipient=x&author=0&state=odd', 25],
      ];
      for (const [query, size] of sizes) expect([query, (await list(staff, query)).length]).toEqual([query, size]);
      for (const wrong of ['x', '0', '-1', '1e1', '1.5', '9'.repeat(20), '1 OR 1=1']) {
        for (const field of ['last', 'directing', 'task']) {
          for (const path of ['/docflow/search/doc', '/docflow/search/doc/count/']) {
            const answer = await staff.call('GET', `${path}?${new URLSearchParams({ [field]: wrong })}`);
            expect([answer.statusCode, answer.json()]).toEqual([400, { error: `invalid ${field} id` }]);
          }
        }
      }
      expect(await count(staff, '?limit=3')).toBe(105);
      for (const path of [
        '/docflow/search/doc/?limit=50',
        '/docflow/search/doc?limit=50',
        '/docflow/search/doc/count',
        '/docflow/search/doc/count/?limit=50',
      ])
        expect([path, (await staff.call('GET', path)).statusCode]).toEqual([path, 200]);
      const nobody = await staff.call('GET', '/docflow/search/doc', { as: 'olga' });
      expect([nobody.statusCode, nobody.json()]).toEqual([404, { error: 'user not found' }]);
      expect((await staff.call('GET', '/docflow/search/doc', { as: null })).statusCode).toBe(401);
    }));

  test('security 41: words are taken literally, and no text of a query is ever a failure', () =>
    withStaff(open, async (staff) => {
      const { users, list: add, document } = rowsOf(staff.informator.context.database);
      const [directing = 0] = await add('directings', 'Продажи');
      const [task = 0] = await add('tasks', 'Договор');
      const [ivan = 0] = await users(null, 'ivan');
      const id = await document({
        directing,
        task,
        author: ivan,
        title: 'Счёт 100% за ёлки_палки',
        description: '[ссылка](https://parts.example/путь)',
      });
      const found = ['счет', 'ЁЛКА', 'палк', '100', '№ 1', 'ссылка', 'parts', 'счёт ёлки 100%'];
      const missed = [
        '%',
        '_',
        '*',
        '"',
        'счёт нет',
        'ч%т',
        'NEAR(счёт',
        '🙂',
        '\u202e',
        "' OR 1=1 --",
        '1 OR',
        'я'.repeat(10_000),
      ];
      for (const search of found)
        expect([search, await list(staff, `?${new URLSearchParams({ search })}`)]).toEqual([search, [id]]);
      for (const search of missed)
        expect([search, await list(staff, `?${new URLSearchParams({ search })}`)]).toEqual([search, []]);
      expect((await staff.call('GET', '/docflow/search/doc?search=%ff%fe')).statusCode).toBeLessThan(500);
      expect((await staff.call('GET', '/docflow/search/doc?search=a&search=b')).statusCode).toBeLessThan(500);
    }));

  test('a document is found by its words as they are now, and no longer by those it had', () =>
    withStaff(open, async (staff) => {
      const { database } = staff.informator.context;
      const { users, list: add, document } = rowsOf(database);
      const [directing = 0] = await add('directings', 'Продажи');
      const [task = 0] = await add('tasks', 'Договор');
      const [ivan = 0] = await users(null, 'ivan');
      const id = await document({ directing, task, author: ivan, title: 'Насос водяной', description: 'срочно' });
      const before = { num: 1, title: 'Насос водяной', description: 'срочно' };
      const after = { num: 1, title: 'Насос топливный', description: '' };
      await database.write((transaction) => indexDocument(transaction, id, before, after));
      expect(await list(staff, '?search=насос')).toEqual([id]);
      expect(await list(staff, '?search=топливный')).toEqual([id]);
      expect(await list(staff, '?search=водяной')).toEqual([]);
      expect(await list(staff, '?search=срочно')).toEqual([]);
      await database.write((transaction) => transaction.deleteFrom('documents').where('id', '=', id).execute());
      expect(await database.read.selectFrom('document_words').selectAll().execute()).toEqual([]);
    }));
});
