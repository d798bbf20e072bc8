import type { Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import type { SentComment } from './sent-comment.ts';

type Change = Transaction<InformatorSchema>;

interface NewComment {
  readonly sent: SentComment;
  readonly author: string;
  readonly key: string | null;
  readonly content: string;
  readonly files: readonly StoredFile[];
  readonly now: number;
}

/** Adds a comment with its files and mentions; resolves to its id, null where its key is taken already. */
export async function addComment(
  transaction: Change,
  document: StoredDocument,
  { sent, author, key, content, files, now }: NewComment,
): Promise<number | null> {
  const { kind, answers, text, mentions } = sent;
  const added = await transaction
    .insertInto('document_comments')
    .values(({ selectFrom }) => ({
      document_id: document.id,
      author_id: selectFrom('users').select('users.id').where('uid', '=', author),
      kind,
      answers,
      asked_id: kind === 'question' ? document.author.id : null,
      text,
      version: document.version,
      made_at: now,
      withdrawn_at: null,
      key,
      content,
    }))
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  await addFiles(transaction, added.id, files);
  if (mentions.length > 0) {
    await transaction
      .insertInto('document_mentions')
      .columns(['comment_id', 'user_id'])
      .expression(({ selectFrom, val }) =>
        selectFrom('users')
          .select(val(added.id).as('comment_id'))
          .select('users.id as user_id')
          .where('users.uid', 'in', mentions),
      )
      .execute();
  }
  return added.id;
}

async function addFiles(transaction: Change, comment: number, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ fileName, originalName, type, size }, place) => ({
    file_name: fileName,
    comment_id: comment,
    place,
    original_name: originalName,
    type,
    size,
  }));
  await transaction.insertInto('document_comment_files').values(rows).execute();
}

/** Closes a question, which wants no answer any more. */
export async function closeQuestion(transaction: Change, question: number): Promise<void> {
  await transaction
    .updateTable('document_comments')
    .set({ asked_id: null })
    .where('id', '=', question)
    .execute();
}

/** Takes away what a comment says; that it was there stays. */
export async function emptyComment(transaction: Change, comment: number, now: number): Promise<void> {
  await transaction
    .updateTable('document_comments')
    .set({ text: '', asked_id: null, withdrawn_at: now })
    .where('id', '=', comment)
    .execute();
  await transaction.deleteFrom('document_comment_files').where('comment_id', '=', comment).execute();
  await transaction.deleteFrom('document_mentions').where('comment_id', '=', comment).execute();
}
