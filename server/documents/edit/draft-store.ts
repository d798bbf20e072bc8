import { DAY_MS, DOCUMENT_DRAFT_DAYS, DOCUMENT_DRAFTS_MAX } from '../../../contract/limits.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import { removeAttachments } from '../attachments/attachment-store.ts';
import type { DocumentsContext } from '../document/context.ts';
import { lockOwnProfile } from '../document/people.ts';

/** What is typed. The uids of both lists may be those of people who are gone. */
interface DraftContent {
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly string[];
  readonly recipient: readonly string[];
}

/** A draft as it is kept. */
interface StoredDraft {
  readonly id: string;
  /** null: it makes a new document. */
  readonly documentId: number | null;
  readonly directing: number;
  readonly task: number;
  readonly etag: string | null;
  readonly content: DraftContent;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** The drafts of somebody about a document, or about new ones, the latest first. */
export async function selectDrafts(read: PortalSource, uid: string, document: number | null): Promise<StoredDraft[]> {
  const rows = await read
    .selectFrom('document_drafts as draft')
    .innerJoin('users', 'users.id', 'draft.user_id')
    .selectAll('draft')
    .where('users.uid', '=', uid)
    .where('draft.document_id', document === null ? 'is' : '=', document)
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.id')
    .execute();
  return rows.map(({ id, document_id, directing_id, task_id, etag, content, saved_at }) => ({
    id,
    documentId: document_id,
    directing: directing_id,
    task: task_id,
    etag,
    content: JSON.parse(content) as DraftContent,
    savedAt: saved_at,
  }));
}

/** Keeps a draft in the place of the older one of that id; false where somebody has as many as may be kept. */
export async function keepDraft(transaction: PortalChange, uid: string, draft: StoredDraft): Promise<boolean> {
  const user = await lockOwnProfile(transaction, uid);
  const { count } = await transaction
    .selectFrom('document_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('id', '!=', draft.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= DOCUMENT_DRAFTS_MAX) return false;
  const fields = {
    document_id: draft.documentId,
    directing_id: draft.directing,
    task_id: draft.task,
    etag: draft.etag,
    content: JSON.stringify(draft.content),
    saved_at: draft.savedAt,
  };
  await transaction
    .insertInto('document_drafts')
    .values({ user_id: user, id: draft.id, ...fields })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(fields))
    .execute();
  return true;
}

/** Forgets a draft of somebody; resolves to the names of the files that waited with it. */
export async function dropDraft(transaction: PortalChange, uid: string, id: string): Promise<string[]> {
  const owner = transaction.selectFrom('users').select('users.id').where('uid', '=', uid);
  const files = await transaction
    .deleteFrom('document_waiting_files')
    .where('user_id', '=', owner)
    .where('draft_id', '=', id)
    .returning('file_name')
    .execute();
  await transaction.deleteFrom('document_drafts').where('user_id', '=', owner).where('id', '=', id).execute();
  return files.map(({ file_name }) => file_name);
}

/** Forgets drafts that nobody has touched for DOCUMENT_DRAFT_DAYS, with their files; resolves to their number. */
export async function sweepDrafts(context: DocumentsContext): Promise<number> {
  const { database, clock } = context;
  const before = clock() - DOCUMENT_DRAFT_DAYS * DAY_MS;
  const old = database.read.selectFrom('document_drafts').select('id').where('saved_at', '<', before);
  if (!(await old.limit(1).executeTakeFirst())) return 0;
  const { count, files } = await database.write(async (transaction) => {
    // The rows of files go first: one that a save attaches at this moment is not among those that are returned.
    const files = await transaction
      .deleteFrom('document_waiting_files')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('document_drafts as draft')
            .select('draft.id')
            .whereRef('draft.user_id', '=', 'document_waiting_files.user_id')
            .whereRef('draft.id', '=', 'document_waiting_files.draft_id')
            .where('draft.saved_at', '<', before),
        ),
      )
      .returning('file_name')
      .execute();
    const gone = await transaction.deleteFrom('document_drafts').where('saved_at', '<', before).executeTakeFirst();
    return { count: Number(gone.numDeletedRows), files: files.map(({ file_name }) => file_name) };
  });
  await removeAttachments(context, files);
  return count;
}
