import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { portalMigrations } from '../../../server/portal-database/migrations.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import { aboveSql } from '../../support/databases.ts';
import { diceOf } from '../people/dice.ts';
import { formWith, withPaperwork } from './paperwork.ts';
import { rowsOf } from './rows.ts';

const LISTABLE = ['boss', 'anna', 'oleg'];

/** `document_people` as it is, and as rows of documents and entries say it should be; both in one order. */
async function people(read: Kysely<PortalSchema>): Promise<{ kept: unknown[]; wanted: unknown[] }> {
  const kept = await read
    .selectFrom('document_people')
    .select(['document_id', 'user_id', 'directing_id', 'task_id', 'state', 'is_listed'])
    .orderBy('document_id')
    .orderBy('user_id')
    .execute();
  const documents = await read.selectFrom('documents').selectAll().orderBy('id').execute();
  const entries = await read.selectFrom('document_entries').selectAll().execute();
  const wanted = documents.flatMap(({ id, author_id, directing_id, task_id, state }) => {
    const listed = entries.filter(({ document_id }) => document_id === id).map(({ user_id }) => user_id);
    return [...new Set([author_id, ...listed])]
      .sort((one, other) => one - other)
      .map((user_id) => {
        const is_listed = listed.includes(user_id) ? 1 : 0;
        return { document_id: id, user_id, directing_id, task_id, state, is_listed };
      });
  });
  return { kept, wanted };
}

aboveSql('who sees a document whatever his role', (open) => {
  test('is told right after every change that random people make', () =>
    withPaperwork(open, async ({ informator, create, docflow, task, ordered }) => {
      const { read } = informator.context.database;
      const roll = diceOf(6);
      const some = (uids: readonly string[]) => uids.filter(() => roll(2) === 0);
      const lists = () => ({ acceptor: some(LISTABLE), recipient: some([...LISTABLE, 'reader']) });
      const made: number[] = [];
      for (let n = 0; n < 40; n++) {
        const id = made[roll(made.length)] ?? 0;
        const as = LISTABLE[roll(LISTABLE.length)] ?? 'boss';
        const what = roll(8);
        if (made.length < 3 || what === 0) made.push((await create({ task: roll(2) ? task : ordered, ...lists() })).id);
        else if (what === 1) await docflow('DELETE', `/${id}`);
        else if (what === 2) await docflow('PATCH', `/declining/${id}`, { as, json: { reason: 'Нет' } });
        else if (what < 5)
          await docflow('PATCH', `/${id}`, { form: formWith({ title: `Договор ${roll(2)}`, ...lists() }) });
        else await docflow('PATCH', `/${what < 7 ? 'accepting' : 'recipienting'}/${id}`, { as });
        const { kept, wanted } = await people(read);
        expect(kept).toEqual(wanted);
      }
      expect((await people(read)).kept.length).toBeGreaterThan(5);
    }));

  test('is told right after changes that come at once', () =>
    withPaperwork(open, async ({ informator, create, docflow }) => {
      const { read } = informator.context.database;
      const ids: number[] = [];
      for (let n = 0; n < 4; n++) ids.push((await create({ acceptor: LISTABLE, recipient: ['anna', 'reader'] })).id);
      await Promise.all([
        ...ids.flatMap((id) =>
          LISTABLE.map((as) => docflow('PATCH', `/accepting/${id}`, { as }).then(({ statusCode }) => statusCode)),
        ),
        ...ids.map((id) => docflow('PATCH', `/recipienting/${id}`, { as: 'anna' })),
        ...ids.map((id) => docflow('PATCH', `/recipienting/${id}`, { as: 'reader' })),
        docflow('PATCH', `/${ids[0]}`, { form: formWith({ title: 'Иной', acceptor: ['oleg'] }) }),
        docflow('DELETE', `/${ids[1]}`),
        create({ acceptor: ['anna'] }),
      ]);
      const { kept, wanted } = await people(read);
      expect(kept).toEqual(wanted);
      expect(wanted).toContainEqual(expect.objectContaining({ document_id: ids[2], state: 'done' }));
    }));

  test('is known of documents that were there before the table', { tags: ['store'] }, async () => {
    const database = await open<PortalSchema>(portalMigrations);
    const { users, list, document } = rowsOf(database);
    const [directing = 0] = await list('directings', 'Продажи');
    const [task = 0, other = 0] = await list('tasks', 'Договор', 'Счёт');
    const [ivan = 0, olga = 0] = await users(null, 'ivan', 'olga');
    const both = (['acceptor', 'recipient'] as const).map((kind) => ({ kind, user: ivan }));
    await document({ directing, task, author: ivan, entries: both });
    await document({ directing, task: other, author: olga, state: 'done', entries: both });
    await document({ directing, task, author: olga, state: 'declined' });
    const step = portalMigrations.find(({ name }) => name === 'document-people');
    await database.write(async (transaction) => {
      await sql`DROP TABLE document_people`.execute(transaction);
      for (const statement of step?.[database.dialect] ?? []) await sql.raw(statement).execute(transaction);
    });
    const { kept, wanted } = await people(database.read);
    expect(wanted).toHaveLength(4);
    expect(kept).toEqual(wanted);
  });
});
