// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepAttachments } from '../../../server/documents/attachments/attachment-store.ts';
import { selectDocument } from '../../../server/documents/document/access.ts';
import { hashOf } from '../../../server/documents/document/document.ts';
import { openPortal } from '../../../server/operations/services/databases.ts';
import type { Portal } from '../../../server/operations/services/portal.ts';
import { createProfile } from '../../../server/people/profiles/profile-store.ts';
import { informatorSettings } from '../../support/informator.ts';
import { killAfter } from '../../support/kill.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';

const LOOP = fileURLToPath(new URL('../../support/document-loop.ts', import.meta.url));
const TWO_HOURS = 7_200_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'informator.db');
const filesFolder = () => join(folder, 'files');
const scans = async () => (await readdir(join(filesFolder(), 'scans'))).sort();
const open = (): Promise<Portal> =>
  openPortal({
    location: { dialect: 'sqlite', file: file() },
    filesFolder: filesFolder(),
    ...informatorSettings(),
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });

test('security 29: killed in the middle of saves with files, all that was answered stands, every document is whole, and the sweep leaves no other file', async () => {
  const first = await open();
  await createProfile(
    first.context.database,
    { uid: 'boss', email: 'boss@parts.example' },
    { name: 'Босс', leftBy: null, now: 0 },
  );
  await first.context.database.write(async (transaction) => {
    await sql`INSERT INTO roles (id, title, title_key, created_at, updated_at) VALUES (1, 'Р', 'р', 0, 0)`.execute(
      transaction,
    );
    for (const list of ['directings', 'tasks']) {
      await sql`INSERT INTO ${sql.table(list)} (id, title, title_key, created_at, updated_at)
        VALUES (1, 'Т', 'т', 0, 0)`.execute(transaction);
    }
    await sql`INSERT INTO role_directings VALUES (1, 1)`.execute(transaction);
    await sql`INSERT INTO role_tasks VALUES (1, 1, 1, ',1,2,3,4,5,')`.execute(transaction);
    await sql`UPDATE users SET role_id = 1`.execute(transaction);
  });
  await first.close();

  let highest = 0;
  let recorded = 0;
  for (const when of [5, 23, 61, 97, { answers: 1 }, { answers: 3 }, { answers: 5 }]) {
    const answered = await killAfter(when, LOOP, file(), filesFolder(), '1', '1');
    // Two hours later: whatever no row names is old enough to go.
    await writtenAt(filesFolder(), EVENING - TWO_HOURS);
    const { context, close } = await open();
    const { read } = context.database;
    const rows = await read.selectFrom('documents').select(['id', 'num', 'revision']).execute();
    for (const { id, revision } of rows) {
      const document = await selectDocument(read, id);
      const history = await read
        .selectFrom('document_history')
        .selectAll()
        .where('document_id', '=', id)
        .orderBy('id')
        .execute();
      expect(history).toHaveLength(revision);
      expect(history[0]?.event).toBe('created');
      expect(JSON.parse(history.at(-1)?.after ?? '{}')).toMatchObject({
        title: document?.title,
        version: document?.version,
        hash: document && hashOf(document),
      });
    }
    const { count } = await read
      .selectFrom('document_history')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    // Every answered step stands, and of those that were not at most the one under way.
    expect([answered, answered + 1]).toContain(Number(count) - recorded);
    recorded = Number(count);
    const numbers = await read.selectFrom('document_numbers').select('latest').executeTakeFirst();
    const made = await read
      .selectFrom('document_history')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('event', '=', 'created')
      .executeTakeFirstOrThrow();
    expect(numbers?.latest ?? 0).toBe(Number(made.count));
    expect(new Set(rows.map(({ num }) => num)).size).toBe(rows.length);
    highest = Math.max(highest, numbers?.latest ?? 0);

    const named = await read.selectFrom('document_files').select('file_name').execute();
    const names = named.map(({ file_name }) => file_name).sort();
    expect(await scans()).toEqual(expect.arrayContaining(names));
    await sweepAttachments(context);
    expect(await scans()).toEqual(names);
    await close();
  }
  expect(highest).toBeGreaterThan(0);
});
