import { useStore } from '@nanostores/react';
import { BookOpenCheck, Paperclip, PenLine } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { ListedDocument } from '../../../../contract/documents/lists.ts';
import type { ListSort } from '../../../../contract/documents/words.ts';
import * as documentTexts from '../../../lib/documents/document-texts.ts';
import { type Order, pressed } from '../../../lib/documents/list-query.ts';
import type { Marks } from '../../../lib/documents/list-store.ts';
import {
  columnNames,
  dayText,
  descriptionExcerpt,
  signedOf,
  listTexts as texts,
} from '../../../lib/documents/list-texts.ts';
import { type Asked, expectedOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { DueDay, StateTag } from '../DocumentTags.tsx';

interface DocumentTableProps {
  readonly rows: readonly ListedDocument[];
  readonly viewer: Viewer | null;
  readonly order: Order;
  readonly marks: Marks;
  readonly busy: boolean;
  readonly onOrder: (order: Order) => void;
  readonly onMark: (id: number, isRange: boolean) => void;
  readonly onMarkAll: () => void;
}

/** Columns of the table in their order. */
const COLUMNS: readonly (ListSort | 'signed')[] = [
  'num',
  'title',
  'task',
  'directing',
  'author',
  'state',
  'signed',
  'since',
  'saved',
];

/** Documents as a table, sorted by its headings. */
export function DocumentTable(props: DocumentTableProps) {
  const { rows, viewer, order, marks, busy, onOrder, onMark, onMarkAll } = props;
  const isEvery = rows.length > 0 && rows.every(({ id }) => marks.ids.has(id));
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = marks.ids.size > 0 && !isEvery;
  }, [marks, isEvery]);

  return (
    <table className="doc-table small" aria-label={documentTexts.documentList.label} aria-busy={busy}>
      <thead>
        <tr>
          <th className="doc-mark">
            <label>
              <input ref={all} type="checkbox" aria-label={texts.markAll} checked={isEvery} onChange={onMarkAll} />
              <span className="doc-mark-all" aria-hidden="true">
                {texts.markAll}
              </span>
            </label>
          </th>
          {COLUMNS.map((column) =>
            column === 'signed' ? (
              <th key={column}>{texts.signed}</th>
            ) : (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            viewer={viewer}
            isMarked={marks.ids.has(document.id)}
            onMark={onMark}
          />
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps {
  readonly column: ListSort;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function Heading({ column, order, onOrder }: HeadingProps) {
  const isSorted = order.by === column;
  const sorted = isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <th className={`doc-col-${column}`} aria-sort={sorted}>
      <button type="button" className="doc-sort whole nowrap" onClick={() => onOrder(pressed(order, column))}>
        {columnNames[column]}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly viewer: Viewer | null;
  readonly isMarked: boolean;
  readonly onMark: (id: number, isRange: boolean) => void;
}

/** One document as a row; on a phone the same as a small card. */
const DocumentRow = memo(function DocumentRow({ document, viewer, isMarked, onMark }: DocumentRowProps) {
  const { id, title, task, directing, author, since, dueAt } = document;
  const expected = viewer && expectedOf(document, viewer);
  const isSignature = expected !== null && expected.signature.length > 0;
  const isAsked = isSignature || (expected !== null && expected.acknowledgement.length > 0);
  const signed = signedOf(document);
  return (
    <tr className={[isMarked && 'marked', isAsked && 'asked'].filter(Boolean).join(' ') || undefined}>
      <td className="doc-mark">
        <label>
          <input
            type="checkbox"
            aria-label={texts.mark(title)}
            checked={isMarked}
            onChange={({ nativeEvent }) => onMark(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </label>
      </td>
      <td className="doc-col-num" title={dayText(document.createdAt)}>
        {document.num}
        <span className="doc-col-date"> от&nbsp;{dayText(document.createdAt)}</span>
      </td>
      <td className="doc-col-title">
        {isAsked && <WaitingMark isSignature={isSignature} />}
        <a id={cardId(id)} href={paths.document(id)} title={title}>
          {title}
        </a>
      </td>
      <td className="doc-col-task" title={task.title}>
        {task.title}
      </td>
      <td className="doc-col-directing" title={directing.title}>
        {directing.title}
      </td>
      <td className="doc-col-author" title={documentTexts.personName(author)}>
        {documentTexts.personName(author)}
      </td>
      <td className="doc-col-state">
        <StateTag state={document.state} />
      </td>
      <td className="doc-col-signed">
        {signed.all > 0 && (
          <span title={texts.signedWhole(signed.done, signed.all)}>
            {texts.signedOf(signed.done, signed.all)}
            <span className="doc-col-signed-word"> подписали</span>
          </span>
        )}
      </td>
      <td className="doc-col-since">
        {since && dayText(since)}
        {dueAt && (
          <>
            {' '}
            <DueDay at={dueAt} />
          </>
        )}
      </td>
      <td className="doc-col-saved">{dayText(document.updatedAt)}</td>
    </tr>
  );
});

/** Marks a document that waits for the viewer. */
function WaitingMark({ isSignature }: { readonly isSignature: boolean }) {
  const { lang, docflow: words } = useStore($portalWords);
  const said = isSignature ? words.signatureRequired : words.acknowledgementRequired;
  const Icon = isSignature ? PenLine : BookOpenCheck;
  return (
    <span className="doc-asked" title={said} lang={lang}>
      <Icon size={15} aria-hidden="true" />
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

interface DocumentCardProps {
  readonly document: ListedDocument;
  /** null: the viewer is not loaded yet. */
  readonly viewer: Viewer | null;
}

/** Id of the link on a card. */
export const cardId = (document: number): string => `document-${document}`;

/** One document of a list as a card: its beginning, its state and what the viewer has to decide. */
export function DocumentCard({ document, viewer }: DocumentCardProps) {
  const { lang, docflow: words } = useStore($portalWords);
  const { text, isCut } = descriptionExcerpt(document.description);
  const expected = viewer && expectedOf(document, viewer);
  const declined = document.acceptor.find(({ declinedAt }) => declinedAt !== null);
  const signed = signedOf(document);
  const address = paths.document(document.id);
  return (
    <li className="doc-card stack gap-8 breaks panel">
      <div className="gap-4-16 row apart dense breaks muted">
        <span>{documentTexts.numberOf(document)}</span>
        <span>{documentTexts.pairOf(document)}</span>
      </div>
      <h2>
        <a id={cardId(document.id)} className="doc-card-title" href={address}>
          {document.title}
        </a>
      </h2>
      {text.trim() !== '' && (
        <div className="doc-card-text">
          <Markdown text={text} below={3} />
          {isCut && (
            <a
              href={address}
              lang={lang}
              aria-label={documentTexts.docflow.readInFullOf(words.readInFull, document.title)}>
              {words.readInFull}
            </a>
          )}
        </div>
      )}
      {declined && (
        <p className="doc-declined breaks">
          {documentTexts.docflow.declined(documentTexts.personName(declined), declined.reason)}
        </p>
      )}
      <div className="gap-8-16 row middle dense">
        <span className="doc-tags gap-8 row">
          <StateTag state={document.state} />
          {expected?.signature.map((asked) => (
            <Badge key={asked.entry.uid} asked={asked} text={words.signatureRequired} lang={lang} />
          ))}
          {expected?.acknowledgement.map((asked) => (
            <Badge key={asked.entry.uid} asked={asked} text={words.acknowledgementRequired} lang={lang} />
          ))}
        </span>
        {document.dueAt && <DueDay at={document.dueAt} />}
        {signed.all > 1 && <span className="muted">{texts.signedWhole(signed.done, signed.all)}</span>}
        {document.files.length > 0 && (
          <span className="doc-files-count middle gap-4 muted" title={documentTexts.docflow.files}>
            <Paperclip size={16} aria-hidden="true" />
            {documentTexts.filesCount(document.files.length)}
          </span>
        )}
        <span className="muted doc-card-author">
          {documentTexts.docflow.author}: {documentTexts.personName(document.author)}
        </span>
      </div>
    </li>
  );
}

/** A decision that the viewer is asked for, and for whom they substitute. */
function Badge({ asked, text, lang }: { readonly asked: Asked; readonly text: string; readonly lang: string }) {
  return (
    <span className="tag warn">
      <span lang={lang}>{text}</span>
      {!asked.isOwn && ` ${documentTexts.docflow.forWhom(documentTexts.personName(asked.entry))}`}
    </span>
  );
}
