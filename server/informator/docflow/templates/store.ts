import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Editor } from '../../../../contract/versions.ts';
import { editorOfRow, savedNow } from '../../../database/editor-columns.ts';
import type { SavedState } from '../../../http/edits.ts';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { TemplateContent } from './template.ts';

type Source = Kysely<InformatorSchema>;

/** A pair that has a template, and how it stands. */
export interface TemplatePlace extends Omit<SavedState, 'content'> {
  readonly pair: Pair;
  readonly template: TemplateContent;
}

const placeOf = (row: Selectable<InformatorSchema['document_templates']>): TemplatePlace => ({
  pair: { directing: row.directing_id, task: row.task_id },
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
  template: JSON.parse(row.content) as TemplateContent,
});

const ofPair = (read: Source, { directing, task }: Pair) =>
  read
    .selectFrom('document_templates')
    .selectAll()
    .where('directing_id', '=', directing)
    .where('task_id', '=', task)
    .orderBy('version', 'desc');

/** The template of a pair as it stands, or an earlier version of it; null: there is none. */
export async function findTemplate(
  read: Source,
  pair: Pair,
  version: number | null = null,
): Promise<TemplatePlace | null> {
  const row = await ofPair(read, pair)
    .$if(version !== null, (query) => query.where('version', '=', version ?? 0))
    .limit(1)
    .executeTakeFirst();
  return row ? placeOf(row) : null;
}

/** Every version of the template of a pair, the newest first. */
export const listVersions = async (read: Source, pair: Pair): Promise<TemplatePlace[]> =>
  (await ofPair(read, pair).execute()).map(placeOf);

/** The present templates of all pairs. */
export async function listTemplates(read: Source): Promise<TemplatePlace[]> {
  const rows = await read
    .selectFrom('document_templates as template')
    .selectAll()
    .where('version', '=', ({ selectFrom }) =>
      selectFrom('document_templates as other')
        .select(({ fn }) => fn.max('other.version').as('version'))
        .whereRef('other.directing_id', '=', 'template.directing_id')
        .whereRef('other.task_id', '=', 'template.task_id'),
    )
    .orderBy('directing_id')
    .orderBy('task_id')
    .execute();
  return rows.map(placeOf);
}

/** Keeps the next version of a template; null: somebody has saved the same one at this moment. */
export async function addVersion(
  transaction: Transaction<InformatorSchema>,
  { pair, version, template }: Pick<TemplatePlace, 'pair' | 'version' | 'template'>,
  by: Editor,
  at: number,
): Promise<TemplatePlace | null> {
  const added = await transaction
    .insertInto('document_templates')
    .values({
      directing_id: pair.directing,
      task_id: pair.task,
      version,
      content: JSON.stringify(template),
      ...savedNow(by, at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return added ? placeOf(added) : null;
}
