import { sql, type Transaction } from 'kysely';
import { hashOf } from '../../server/documents/document/document.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import type { Database } from '../../server/platform/database/types.ts';
import { wordsOf } from '../../server/platform/text/words.ts';
import { portalMigrations } from '../../server/portal-database/migrations.ts';
import type { PortalSchema } from '../../server/portal-database/schema.ts';
import { locationOf, type Place } from '../place.ts';
import { pick } from './chance.ts';
import { entriesOf, peopleOf, stateOf } from './entries.ts';
import { addOrganisation, DIRECTINGS, TASKS } from './organisation.ts';
import { descriptionOf, textOf } from './texts.ts';

const AT_ONCE = 2_000;
const ROWS = 1_000;

export interface Amount {
  readonly documents: number;
  readonly users: number;
}

/** Puts an organisation with its documents where the server expects it; the caller of the measurements is its first user. */
export async function prepareDocuments(place: Place, { documents, users }: Amount): Promise<void> {
  const database = await openDatabase<PortalSchema>(locationOf(place, 'informator'), portalMigrations);
  await database.write((transaction) => addOrganisation(transaction, users));
  const latest = new Map<string, number>();
  for (let first = 1; first <= documents; first += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, documents + 1 - first) }, (_, at) => first + at);
    await database.write((transaction) => addDocuments(transaction, ids, users, latest));
  }
  await settle(database);
  await database.close();
}

/** Adds the documents with these ids; `latest` holds the latest number of each pair and goes on from call to call. */
async function addDocuments(
  transaction: Transaction<PortalSchema>,
  ids: readonly number[],
  users: number,
  latest: Map<string, number>,
): Promise<void> {
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
    return { id, directing_id, task_id, num, author_id: 1 + pick(id, 4, users), title, state: stateOf(id), ...shared };
  });
  await inParts(texts, (rows) => transaction.insertInto('document_texts').values(rows).execute());
  await inParts(documents, (rows) => transaction.insertInto('documents').values(rows).execute());
  await inParts(
    ids.flatMap((id) => entriesOf(id, users)),
    (rows) => transaction.insertInto('document_entries').values(rows).execute(),
  );
  await inParts(
    documents.flatMap((document) => peopleOf(document, users)),
    (rows) => transaction.insertInto('document_people').values(rows).execute(),
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
        conflict.columns(['directing_id', 'task_id']).doUpdateSet(({ ref }) => ({ latest: ref('excluded.latest') })),
      )
      .execute(),
  );
  await inParts(words, (rows) => transaction.insertInto('document_words').values(rows).execute());
}

async function inParts<Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) await insert(rows.slice(at, at + ROWS));
}

/** What a database does by itself sooner or later: counters behind the given ids, and statistics. */
async function settle({ dialect, write, read }: Database<PortalSchema>): Promise<void> {
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
