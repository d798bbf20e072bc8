// Reads the history of a document, which record-change.ts writes.
import type { Selectable } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type * as documents from '../../../contract/documents/documents.ts';
import { DOCUMENT_HISTORY_PAGE, MARKDOWN_MAX } from '../../../contract/limits.ts';
import { editorOfRow } from '../../platform/database/types.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { KeptSnapshot } from '../document/answers.ts';
import type { OwnLinks } from '../document/attachment-links.ts';
import { beginningOf, sentToOf } from '../document/document.ts';

type HistoryRow = Selectable<PortalSchema['document_history']>;

/** A page of the history before the entry `last` (null: the newest), newest first; ends at MARKDOWN_MAX of texts. */
export async function historyPage(read: PortalSource, document: number, last: number | null, links: OwnLinks) {
  const rows = await read
    .selectFrom('document_history')
    .selectAll()
    .where('document_id', '=', document)
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .orderBy('id', 'desc')
    .limit(DOCUMENT_HISTORY_PAGE)
    .execute();
  const changes = rows.map((row) => ({ row, before: keptSnapshotOf(row.before), after: keptSnapshotOf(row.after) }));
  const lengths = await lengthsOf(read, changes);
  let total = 0;
  const shown = changes.filter(({ before, after }, index) => {
    total += (lengths.get(before?.textId ?? 0) ?? 0) + (lengths.get(after?.textId ?? 0) ?? 0);
    return index === 0 || total <= MARKDOWN_MAX;
  });
  const texts = await textsOf(read, shown);
  const comments = await commentsOf(read, rows);
  const snapshot = (state: KeptSnapshot | null): documents.DocumentSnapshot | null => {
    if (!state) return null;
    const { textId, files, place: _, handedOver: __, ...rest } = state;
    const linked = files.map((file) => ({ ...file, url: links.to(file.fileName) }));
    return { ...rest, description: texts.get(textId) ?? '', files: linked };
  };
  return shown.map(({ row, before, after }) => ({
    id: row.id,
    at: new Date(row.saved_at).toISOString(),
    by: editorOfRow(row) ?? { uid: '', name: '', email: '' },
    insteadOf: insteadOfRow(row),
    event: row.event,
    before: snapshot(before),
    after: snapshot(after),
    ...(after?.handedOver && { handedOver: after.handedOver }),
    ...(row.comment_id === null ? {} : { comment: comments.get(row.comment_id) ?? '' }),
    ...(row.sent_to === null ? {} : { sentTo: sentToOf(row.sent_to) ?? [] }),
  }));
}

/** The beginnings of the comments that entries are about, by id; a comment that is gone says nothing. */
async function commentsOf(read: PortalSource, rows: readonly HistoryRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ comment_id }) => comment_id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await read.selectFrom('document_comments').select(['id', 'text']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, text }) => [id, beginningOf(text)]));
}

/** What snapshots of former releases say of no signatory. */
const UNSAID = { declinedBy: null, actorPosition: null, isSpared: false };

/** What was a person's name of today when the entry was written is not that of the day of reading. */
const OUTDATED = { now: null };

/** A stored snapshot, whichever release wrote it; null: the document was not there. */
export function keptSnapshotOf(text: string | null): KeptSnapshot | null {
  if (text === null) return null;
  const snapshot = JSON.parse(text) as KeptSnapshot;
  const whole = (entries: KeptSnapshot['acceptor']) => entries.map((entry) => ({ ...UNSAID, ...entry, ...OUTDATED }));
  return { ...snapshot, acceptor: whole(snapshot.acceptor), recipient: whole(snapshot.recipient) };
}

/** The signatory of an entry, where a substitute decided; else null. */
export const insteadOfRow = ({
  instead_uid,
  instead_name,
  instead_email,
}: Pick<HistoryRow, 'instead_uid' | 'instead_name' | 'instead_email'>): Editor | null =>
  instead_uid === null ? null : { uid: instead_uid, name: instead_name, email: instead_email };

type Changes = readonly Readonly<Record<'before' | 'after', KeptSnapshot | null>>[];

const idsOf = (changes: Changes): number[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before, after]).flatMap((snapshot) => snapshot?.textId ?? [])),
];

async function lengthsOf(read: PortalSource, changes: Changes): Promise<Map<number, number>> {
  const ids = idsOf(changes);
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('document_texts')
    .select(({ fn }) => ['id', fn<number>('length', ['text']).as('length')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, length }) => [id, Number(length)]));
}

async function textsOf(read: PortalSource, changes: Changes): Promise<Map<number, string>> {
  const ids = idsOf(changes);
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('document_texts').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}
