import type { Editor } from '../../../contract/answers.ts';

/** Columns of a table whose rows somebody saved; `editor_uid` is null on what came with the product. */
export interface EditorColumns {
  /** Milliseconds since the epoch. */
  saved_at: number;
  editor_uid: string | null;
  editor_name: string;
  editor_email: string;
}

/** Their declaration; `big` is the dialect's 64-bit integer. */
export const editorColumns = (big: string): string => `saved_at ${big} NOT NULL,
    editor_uid TEXT,
    editor_name TEXT NOT NULL,
    editor_email TEXT NOT NULL`;

/** The columns of a row that is saved now. */
export const savedNow = (editor: Editor | null, now: number): EditorColumns => ({
  saved_at: now,
  editor_uid: editor?.uid ?? null,
  editor_name: editor?.name ?? '',
  editor_email: editor?.email ?? '',
});

/** Who saved a row. */
export const editorOfRow = (row: EditorColumns): Editor | null =>
  row.editor_uid === null ? null : { uid: row.editor_uid, name: row.editor_name, email: row.editor_email };
