import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Document, Signatory } from '../../../contract/documents/documents.ts';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { portalMigrations } from '../../../server/portal-database/migrations.ts';
import type { PortalSchema } from '../../../server/portal-database/schema.ts';
import { eachDialect } from '../../support/databases.ts';
import { unpackData } from '../../support/old-data/open.ts';
import { decide, type Paperwork, roleOf, withPaperwork } from './paperwork.ts';

async function rename(work: Paperwork, as: string, name: string): Promise<void> {
  const answer = await work.call('PATCH', '/user/', { as, json: { name } });
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
}

const shown = ({ name, position, acceptedBy, declinedBy, actorPosition, now }: Signatory) => ({
  ...{ name, position, now, actorPosition },
  by: (acceptedBy ?? declinedBy)?.name ?? null,
});

/** A document that Oleg has signed, for himself and for Anna, and that the reader is to acknowledge. */
async function signed(work: Paperwork): Promise<number> {
  const days = { from: '2026-06-10', to: '2026-06-10' };
  await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
  const { id } = await work.create({ title: 'Поставка', acceptor: ['anna', 'oleg'], recipient: ['reader', 'boss'] });
  await decide(work, 'accepting', id, 'oleg', { insteadOf: 'anna' });
  await decide(work, 'accepting', id, 'oleg');
  await decide(work, 'recipienting', id, 'boss');
  return id;
}

eachDialect('the names of a decision', (open) => {
  test('are those of its moment after a rename and another role: on the page, in lists, in the history; today’s stand beside them', () =>
    withPaperwork(open, async (work) => {
      const id = await signed(work);
      const history = await work.history(id);
      await rename(work, 'oleg', 'Олег Новый');
      await rename(work, 'anna', 'Анна Новая');
      await rename(work, 'reader', 'Читатель Новый');
      expect((await work.bind('anna', await roleOf(work, 'Гость'))).statusCode).toBe(200);
      const anna = {
        ...{ name: 'anna Юрист', position: 'Юрист', by: 'oleg Юрист', actorPosition: 'Юрист' },
        now: { name: 'Анна Новая', position: 'Гость' },
      };
      const oleg = {
        ...{ name: 'oleg Юрист', position: 'Юрист', by: 'oleg Юрист', actorPosition: 'Юрист' },
        now: { name: 'Олег Новый', position: 'Юрист' },
      };
      // Who has not decided is named as today.
      const reader = { ...{ name: 'Читатель Новый', position: 'Кладовщик', by: null, actorPosition: null }, now: null };
      const boss = {
        ...{ name: 'boss Директор', position: 'Директор', by: 'boss Директор', actorPosition: 'Директор' },
        now: null,
      };
      const listed = (await work.docflow('GET', '/list')).json<{ documents: Document[] }>().documents[0];
      const searched = (await work.docflow('GET', '/search/doc/')).json<Document[]>()[0];
      for (const document of [await work.read(id), listed, searched]) {
        expect(document?.acceptor.map(shown)).toEqual([anna, oleg]);
        expect(document?.recipient.map(shown)).toEqual([reader, boss]);
      }
      expect(await work.history(id)).toEqual(history);
      // The next event is written with the names that the decision has kept.
      await decide(work, 'recipienting', id, 'reader');
      const [latest] = await work.history(id);
      expect(latest?.after?.acceptor.map(({ name, position }) => `${name}, ${position}`)).toEqual([
        'anna Юрист, Юрист',
        'oleg Юрист, Юрист',
      ]);
      expect(latest?.by.name).toBe('Читатель Новый');
      // A kept state does not know what its people are called on the day of reading.
      expect(latest?.after?.acceptor.map(({ now }) => now)).toEqual([null, null]);
      // A name that is as it was then is no other one.
      await rename(work, 'oleg', 'oleg Юрист');
      expect((await work.read(id)).acceptor[1]?.now).toBeNull();
    }));

  test('are today’s again when the decision is withdrawn and made anew', () =>
    withPaperwork(open, async (work) => {
      const { id } = await work.create({ acceptor: ['anna', 'oleg'] });
      await decide(work, 'declining', id, 'anna', { reason: 'Нет' });
      await rename(work, 'anna', 'Анна Новая');
      expect((await work.read(id)).acceptor.map(shown)[0]).toMatchObject({ name: 'anna Юрист', by: 'anna Юрист' });
      await decide(work, 'withdrawing', id, 'anna');
      expect((await work.read(id)).acceptor.map(shown)[0]).toMatchObject({ name: 'Анна Новая', by: null, now: null });
      await decide(work, 'accepting', id, 'anna');
      expect((await work.read(id)).acceptor.map(shown)[0]).toMatchObject({ name: 'Анна Новая', by: 'Анна Новая' });
    }));

  test('of a former release come from the history, and those that it does not have from today', () =>
    withPaperwork(open, async (work) => {
      const id = await signed(work);
      const other = await work.create({ acceptor: ['oleg'] });
      await decide(work, 'declining', other.id, 'oleg', { reason: 'Нет' });
      await rename(work, 'oleg', 'Олег Новый');
      await rename(work, 'anna', 'Анна Новая');
      const { database } = work.informator.context;
      const step = portalMigrations.find(({ name }) => name === 'document-endings')?.[database.dialect] ?? [];
      const filling = step.filter((statement) => statement.includes('SET decided_as'));
      expect(filling).toHaveLength(2);
      await database.write(async (transaction) => {
        await transaction.updateTable('document_entries').set({ decided_as: null }).execute();
        await transaction.deleteFrom('document_history').where('document_id', '=', other.id).execute();
        for (const statement of filling) await sql.raw(statement).execute(transaction);
      });
      const names = (await work.read(id)).acceptor.map(shown);
      expect(names).toMatchObject([
        { name: 'anna Юрист', position: 'Юрист', by: 'oleg Юрист', now: { name: 'Анна Новая' } },
        { name: 'oleg Юрист', position: 'Юрист', by: 'oleg Юрист', actorPosition: 'Юрист' },
      ]);
      expect((await work.read(other.id)).acceptor.map(shown)).toMatchObject([
        { name: 'Олег Новый', by: 'Олег Новый', now: null },
      ]);
      const rows = await database.read
        .selectFrom('document_entries')
        .select('decided_as')
        .where(({ or, eb }) => or([eb('accepted_at', 'is not', null), eb('declined_at', 'is not', null)]))
        .execute();
      expect(rows.length).toBe(4);
      for (const { decided_as } of rows)
        expect(JSON.parse(decided_as ?? '')).toEqual({
          ...{ name: expect.any(String), position: expect.any(String) },
          by: { name: expect.any(String), position: expect.any(String) },
        });
    }));
});

test('decisions of version 0.1.0 keep the names that their history has, whatever people are called since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-old-names-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await unpackData('0.1.0', folder);
  const file = join(folder, 'informator.db');
  const old = new DatabaseSync(file);
  old.exec(`UPDATE users SET name = 'Переименован ' || id`);
  old.close();
  const database = await openDatabase<PortalSchema>({ dialect: 'sqlite', file }, portalMigrations);
  onTestFinished(() => database.close());
  const rows = await database.read
    .selectFrom('document_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .innerJoin('document_history as change', (join) =>
      join
        .onRef('change.document_id', '=', 'entry.document_id')
        .on(sql<boolean>`change.saved_at = coalesce(entry.accepted_at, entry.declined_at)`),
    )
    .select(['entry.kind', 'users.uid', 'entry.decided_as', 'change.after', 'change.editor_name'])
    .where('change.event', 'in', ['signed', 'acknowledged', 'declined'])
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { kind, uid, decided_as, after, editor_name } of rows) {
    const listed = (JSON.parse(after ?? '{}') as Pick<Document, 'acceptor' | 'recipient'>)[kind];
    const then = listed.find((one) => one.uid === uid);
    expect(JSON.parse(decided_as ?? '{}')).toMatchObject({
      ...{ name: then?.name, position: then?.position },
      by: { name: editor_name },
    });
  }
});
