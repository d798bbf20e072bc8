import { type RawBuilder, sql } from 'kysely';
import { DOCUMENT_STATES } from '../../../../contract/docflow.ts';
import type { ListSort } from '../../../../contract/document-lists.ts';

/** A column whose index gives documents in their order. */
interface ByColumn {
  readonly column: RawBuilder<unknown>;
}

/** Documents by something that many have in common: group after group, the newest of each first. */
interface ByGroup {
  /** The column of `documents` that tells the group, which an index holds with the id. */
  readonly group: RawBuilder<unknown>;
  /** Rows of `id` (as in the column) and `key`, which orders them; equal keys are one group. */
  readonly groups: RawBuilder<unknown>;
  /** The same key of a row of `documents`. */
  readonly key: RawBuilder<unknown>;
}

const titled = (table: 'tasks' | 'directings', column: string): ByGroup => ({
  group: sql.ref(`documents.${column}`),
  groups: sql`SELECT id, title_key AS key FROM ${sql.table(table)}`,
  key: sql`(SELECT title_key FROM ${sql.table(table)} AS of WHERE of.id = ${sql.ref(`documents.${column}`)})`,
});

const rankOf = (state: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE ${state} ${sql.join(
    DOCUMENT_STATES.map((one, rank) => sql`WHEN ${sql.lit(one)} THEN ${sql.lit(String(rank))}`),
    sql` `,
  )} END`;

export const COLUMNS = {
  num: { column: sql`documents.id` },
  title: { column: sql`documents.title_key` },
  saved: { column: sql`documents.saved_at` },
} as const satisfies Partial<Record<ListSort, ByColumn>>;

export const GROUPS = {
  task: titled('tasks', 'task_id'),
  directing: titled('directings', 'directing_id'),
  author: {
    group: sql`documents.author_id`,
    groups: sql`SELECT id, search_text AS key FROM users`,
    key: sql`(SELECT search_text FROM users AS of WHERE of.id = documents.author_id)`,
  },
  state: {
    group: sql`documents.state`,
    groups: sql`SELECT state AS id, ${rankOf(sql`state`)} AS key FROM (${sql.join(
      DOCUMENT_STATES.map((state) => sql`SELECT ${sql.lit(state)} AS state`),
      sql` UNION ALL `,
    )}) AS states`,
    key: rankOf(sql`documents.state`),
  },
} as const satisfies Partial<Record<ListSort, ByGroup>>;

export const isByColumn = (sort: ListSort): sort is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, sort);
export const isByGroup = (sort: ListSort): sort is keyof typeof GROUPS => Object.hasOwn(GROUPS, sort);

/** Since when the document of a row waits; null where nobody is asked. */
export const waitsSince = sql`(SELECT min(coalesce(asked.asked_at, 0)) FROM document_entries AS asked
  WHERE asked.document_id = documents.id AND asked.is_asked = 1)`;
