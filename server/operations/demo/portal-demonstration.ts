// The demonstration's pages, documents, people and rights, and their removal.
import { type Kysely, sql } from 'kysely';
import { DOCUMENTS } from '../../documents/demo-documents.ts';
import { PAGES } from '../../pages/demo-pages.ts';
import { DIRECTIONS, PROFILES, ROLES, TASKS } from '../../people/demo-company.ts';
import { bumpAccess, lockAccess } from '../../people/roles/rights.ts';
import * as records from '../../platform/database/demonstration-records.ts';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';

type Source = Kysely<PortalSchema>;

/** In the order in which they can be removed: what needs others goes before them. */
const KINDS: readonly records.KindOf<PortalSchema>[] = [PAGES, DOCUMENTS, PROFILES, ROLES, DIRECTIONS, TASKS];

/** Where a row of each table may be needed: a table and its column. */
const NEEDS = {
  users: [
    ['documents', 'author_id'],
    ['document_entries', 'user_id'],
    ['document_entries', 'accepted_by'],
    ['document_entries', 'declined_by'],
    ['document_people', 'user_id'],
    ['document_escalations', 'user_id'],
    ['document_comments', 'author_id'],
    ['document_comments', 'asked_id'],
    ['document_mentions', 'user_id'],
    ['document_drafts', 'user_id'],
    ['document_views', 'user_id'],
  ],
  roles: [['users', 'role_id']],
  directings: [
    ['documents', 'directing_id'],
    ['document_templates', 'directing_id'],
    ['role_directings', 'directing_id'],
  ],
  tasks: [
    ['documents', 'task_id'],
    ['document_templates', 'task_id'],
    ['role_tasks', 'task_id'],
  ],
} as const;

const TABLE_OF = { profile: 'users', role: 'roles', directing: 'directings', task: 'tasks' } as const;

export function portalDemonstration(database: Database<PortalSchema>, clock: () => number): records.Demonstration {
  return records.demonstrationOver({
    database,
    kinds: KINDS,
    erase: (seen) =>
      database.write(async (transaction) => {
        await lockAccess(database, transaction);
        // A row may have been changed since the survey.
        const { made } = await records.surveyDemonstration(transaction, KINDS);
        const still = new Set(made.map(({ kind, id }) => `${kind} ${id}`));
        const kept = seen.filter(({ kind, id }) => !still.has(`${kind} ${id}`));
        const going = (kind: records.Thing['kind']) =>
          seen.filter((thing) => thing.kind === kind && still.has(`${kind} ${thing.id}`));
        await erasePages(transaction, going('page'));
        await eraseDocuments(transaction, going('document'));
        for (const kind of ['profile', 'role', 'directing', 'task'] as const)
          kept.push(...(await eraseUnused(transaction, TABLE_OF[kind], going(kind))));
        await bumpAccess(transaction);
        return kept;
      }),
    isUsed: async (source) => {
      const page = source.selectFrom('about_versions').select('alias').where('editor_uid', 'is not', null);
      return (await page.limit(1).executeTakeFirst()) !== undefined;
    },
    clock,
  });
}

async function erasePages(transaction: Source, pages: readonly records.Thing[]): Promise<void> {
  const aliases = pages.map(({ id }) => id);
  if (aliases.length === 0) return;
  await transaction.deleteFrom('about_pages').where('alias', 'in', aliases).execute();
  await transaction.deleteFrom('about_versions').where('alias', 'in', aliases).execute();
}

/** With their history and every text they ever had: only the demonstration took part in them. */
async function eraseDocuments(transaction: Source, documents: readonly records.Thing[]): Promise<void> {
  const ids = documents.map(({ id }) => Number(id));
  if (ids.length === 0) return;
  const history = await transaction
    .selectFrom('document_history')
    .select(['before', 'after'])
    .where('document_id', 'in', ids)
    .execute();
  const texts = history
    .flatMap(({ before, after }) => [before, after])
    .flatMap((state) => (state === null ? [] : [(JSON.parse(state) as { textId: number }).textId]));
  await transaction.deleteFrom('document_history').where('document_id', 'in', ids).execute();
  await transaction.deleteFrom('documents').where('id', 'in', ids).execute();
  if (texts.length > 0)
    await transaction
      .deleteFrom('document_texts')
      .where('id', 'in', [...new Set(texts)])
      .execute();
}

/** Removes rows that nothing needs; resolves to the others. */
async function eraseUnused(
  transaction: Source,
  table: keyof typeof NEEDS,
  things: readonly records.Thing[],
): Promise<records.Thing[]> {
  const kept: records.Thing[] = [];
  for (const thing of things) {
    const id = Number(thing.id);
    const needed = NEEDS[table].map(
      ([other, column]) => sql`EXISTS (SELECT 1 FROM ${sql.table(other)} WHERE ${sql.ref(column)} = ${id})`,
    );
    const { rows } = await sql<{ needed: number }>`
      SELECT CASE WHEN ${sql.join(needed, sql` OR `)} THEN 1 ELSE 0 END AS needed`.execute(transaction);
    if (rows[0]?.needed === 1) kept.push(thing);
    else await transaction.deleteFrom(table).where('id', '=', id).execute();
  }
  return kept;
}
