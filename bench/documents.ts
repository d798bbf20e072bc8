import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { DocumentState } from '../contract/docflow.ts';
import { openDatabase } from '../server/database/open.ts';
import type { Database } from '../server/database/types.ts';
import { hashOf } from '../server/informator/docflow/document/version.ts';
import { informatorMigrations } from '../server/informator/migrations/index.ts';
import type { InformatorSchema } from '../server/informator/schema.ts';
import { wordsOf } from '../server/text/words.ts';
import { BENCH_EMAIL } from './server.ts';

/** Documents of the organisation while they are measured. */
export const DOCUMENTS = 100_000;
const PEOPLE = 300;
const DIRECTINGS = 10;
const TASKS = 20;
/** Pairs that the narrower of the two roles sees. */
const NARROW_PAIRS = 10;
const AT_ONCE = 2_000;
const ROWS = 1_000;

export const WIDE_ROLE = 'Директор';
export const NARROW_ROLE = 'Кладовщик';
const VOCABULARY =
  'договор поставка счёт оплата заявка склад накладная рекламация приказ аренда фильтр масляный насос топливный втулка коленчатый вал сальник подшипник ступица двигатель трактор погрузчик экскаватор гарантия возврат скидка перевозка срок акт сверка отпуск график смена ремонт покупатель поставщик отдел бухгалтерия директор проверка качество партия остаток инвентаризация ведомость доверенность протокол собрание обучение охрана труд'.split(
    ' ',
  );

type Change = Transaction<InformatorSchema>;

/** Puts an organisation with its documents where the server expects it; the caller of the measurements is its first user. */
export async function prepareDocuments(dataFolder: string, postgres: string | null): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const database = await openDatabase<InformatorSchema>(
    postgres
      ? { dialect: 'postgres', url: postgres, schema: 'informator' }
      : { dialect: 'sqlite', file: join(dataFolder, 'informator.db') },
    informatorMigrations,
  );
  await database.write(addOrganisation);
  for (let first = 1; first <= DOCUMENTS; first += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, at) => first + at);
    await database.write((transaction) => addDocuments(transaction, ids));
  }
  await settle(database);
  await database.close();
}

const times = { created_at: 0, updated_at: 0 };
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

async function addOrganisation(transaction: Change): Promise<void> {
  const list = (count: number, name: string) =>
    numbers(count).map((id) => ({ id, title: `${name} ${id}`, title_key: `${name} ${id}`, ...times }));
  await transaction.insertInto('directings').values(list(DIRECTINGS, 'Направление')).execute();
  await transaction.insertInto('tasks').values(list(TASKS, 'Тип')).execute();
  const roles = [WIDE_ROLE, NARROW_ROLE].map((title, at) => ({
    id: at + 1,
    title,
    title_key: title,
    ...times,
  }));
  await transaction.insertInto('roles').values(roles).execute();
  const actions = await transaction.selectFrom('actions').select('id').execute();
  const allowed = `,${actions.map(({ id }) => id).join(',')},`;
  const pairs = numbers(DIRECTINGS).flatMap((directing_id) =>
    numbers(TASKS).map((task_id) => ({ directing_id, task_id, actions: allowed })),
  );
  const seen = [
    ...pairs.map((pair) => ({ role_id: 1, ...pair })),
    ...pairs.slice(0, NARROW_PAIRS).map((pair) => ({ role_id: 2, ...pair })),
  ];
  const above = new Set(seen.map(({ role_id, directing_id }) => `${role_id} ${directing_id}`));
  const directings = [...above].map((key) => {
    const [role_id = 0, directing_id = 0] = key.split(' ').map(Number);
    return { role_id, directing_id };
  });
  await transaction.insertInto('role_directings').values(directings).execute();
  await transaction.insertInto('role_tasks').values(seen).execute();
  const people = numbers(PEOPLE).map((id) => {
    const email = id === 1 ? BENCH_EMAIL : `user${id}@bench.example`;
    const name = `Сотрудник ${id}`;
    const search_text = `${name.toLowerCase()} ${email}`;
    return {
      id,
      uid: `bench-${id}`,
      email,
      email_key: email,
      name,
      photo: null,
      role_id: 1,
      search_text,
      ...times,
    };
  });
  await transaction.insertInto('users').values(people).execute();
}

/** A number below a bound that looks random, always the same for the same three. */
function pick(id: number, salt: number, below: number): number {
  let mixed = Math.imul(id, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

/** A word of a description: some stand in many, most in few. */
const rareWord = (id: number, salt: number): string =>
  `слово${'абвгдежзиклмнопрстуф'[pick(id, salt, 20)]}${'абвгдежзиклмнопрстуф'[pick(id, salt + 100, 20)]}${pick(id, salt + 200, 1 + pick(id, salt + 300, 60))}`;

const descriptionOf = (id: number): string =>
  `${textOf(id, 10, 4)}. ${numbers(16)
    .map((at) => rareWord(id, 20 + at))
    .join(' ')}.`;

const textOf = (id: number, salt: number, words: number): string =>
  numbers(words)
    .map((at) => VOCABULARY[pick(id, salt + at, VOCABULARY.length)])
    .join(' ');

const latest = new Map<string, number>();

async function addDocuments(transaction: Change, ids: readonly number[]): Promise<void> {
  const texts = ids.map((id) => ({ id, text: descriptionOf(id) }));
  const saved = { saved_at: 0, editor_uid: null, editor_name: '', editor_email: '' };
  const documents = ids.map((id, at) => {
    const directing_id = 1 + pick(id, 1, DIRECTINGS);
    const task_id = 1 + pick(id, 2, TASKS);
    const num = (latest.get(`${directing_id} ${task_id}`) ?? 0) + 1;
    latest.set(`${directing_id} ${task_id}`, num);
    const title = textOf(id, 3, 4);
    const hash = hashOf({ title, description: texts[at]?.text ?? '', files: [] });
    const shared = { version: 1, revision: 1, created_at: id * 1_000, hash, text_id: id, ...saved };
    return {
      id,
      directing_id,
      task_id,
      num,
      author_id: 1 + pick(id, 4, PEOPLE),
      title,
      state: stateOf(id),
      ...shared,
    };
  });
  await inParts(texts, (rows) => transaction.insertInto('document_texts').values(rows).execute());
  await inParts(documents, (rows) => transaction.insertInto('documents').values(rows).execute());
  await inParts(ids.flatMap(entriesOf), (rows) =>
    transaction.insertInto('document_entries').values(rows).execute(),
  );
  await inParts(documents.flatMap(peopleOf), (rows) =>
    transaction.insertInto('document_people').values(rows).execute(),
  );
  const words = documents.flatMap(({ id, num, title }, at) =>
    [...new Set(wordsOf(`${num} ${title} ${texts[at]?.text}`))].map((word) => ({ word, document_id: id })),
  );
  await inParts([...latest], (rows) =>
    transaction
      .insertInto('document_numbers')
      .values(
        rows.map(([pair, latest]) => {
          const [directing_id = 0, task_id = 0] = pair.split(' ').map(Number);
          return { directing_id, task_id, latest };
        }),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['directing_id', 'task_id'])
          .doUpdateSet(({ ref }) => ({ latest: ref('excluded.latest') })),
      )
      .execute(),
  );
  await inParts(words, (rows) => transaction.insertInto('document_words').values(rows).execute());
}

/** Nine of ten documents are done, the rest waits; some were declined. */
function stateOf(id: number): DocumentState {
  const roll = pick(id, 5, 100);
  if (roll < 90) return 'done';
  return roll < 98 ? 'pending' : 'declined';
}

/** Two acceptors and three recipients; the caller signs one document of twenty, and is to know of one of ten. */
function entriesOf(id: number) {
  const state = stateOf(id);
  const kinds = ['acceptor', 'acceptor', 'recipient', 'recipient', 'recipient'] as const;
  const listed = new Set<string>();
  return kinds.flatMap((kind, place) => {
    const isCaller = place === 0 ? pick(id, 6, 20) === 0 : place === 2 && pick(id, 7, 10) === 0;
    const user_id = isCaller ? 1 : 2 + pick(id, 30 + place, PEOPLE - 1);
    if (listed.has(`${kind} ${user_id}`)) return [];
    listed.add(`${kind} ${user_id}`);
    const isAccepted = state === 'done' || place === 1 || place === 3;
    const declined = state === 'declined' && place === 0;
    return [
      {
        document_id: id,
        kind,
        user_id,
        place,
        accepted_at: isAccepted ? 1 : null,
        accepted_by: isAccepted ? user_id : null,
        declined_at: declined ? 1 : null,
        declined_by: declined ? user_id : null,
        reason: declined ? 'Нет сметы' : '',
        is_asked: isAccepted || declined ? 0 : 1,
      },
    ];
  });
}

/** Who sees a document whatever his role. */
function peopleOf(document: { id: number; author_id: number; directing_id: number; task_id: number }) {
  const { id, author_id, directing_id, task_id } = document;
  const listed = new Set(entriesOf(id).map(({ user_id }) => user_id));
  return [...new Set([author_id, ...listed])].map((user_id) => ({
    user_id,
    document_id: id,
    directing_id,
    task_id,
    state: stateOf(id),
    is_listed: listed.has(user_id) ? 1 : 0,
  }));
}

async function inParts<Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) await insert(rows.slice(at, at + ROWS));
}

/** What a database does by itself sooner or later: counters behind the given ids, and statistics. */
async function settle({ dialect, write, read }: Database<InformatorSchema>): Promise<void> {
  if (dialect === 'sqlite') {
    await write((transaction) => sql`ANALYZE`.execute(transaction));
    return;
  }
  for (const table of ['documents', 'document_texts', 'users', 'roles', 'directings', 'tasks']) {
    await write((transaction) =>
      sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(
        transaction,
      ),
    );
  }
  await sql`VACUUM ANALYZE`.execute(read);
}
