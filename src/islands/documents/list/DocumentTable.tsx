// The list of documents as a table that its headings sort and whose rows can be marked; as cards it is
// DocumentCard.tsx.
import { useStore } from '@nanostores/react';
import { BookOpenCheck, PenLine } from 'lucide-react';
import { Fragment, memo, useEffect, useRef } from 'react';
import type { ListedDocument } from '../../../../contract/documents/lists.ts';
import { LIST_SORTS, type ListSort } from '../../../../contract/documents/words.ts';
import * as documentTexts from '../../../lib/documents/document-texts.ts';
import { type Order, pressed } from '../../../lib/documents/list-query.ts';
import type { Marks } from '../../../lib/documents/list-store.ts';
import {
  askedNames,
  columnNames,
  dayText,
  groupName,
  signedOf,
  listTexts as texts,
} from '../../../lib/documents/list-texts.ts';
import { expectedOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { DueDay, StateTag } from '../DocumentTags.tsx';
import { cardId } from './DocumentCard.tsx';

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

/** What a list can be ordered by; who decided stands beside the state and orders nothing. */
const COLUMNS: readonly (ListSort | 'signed')[] = LIST_SORTS.flatMap((sort) =>
  sort === 'state' ? [sort, 'signed' as const] : [sort],
);

/** Columns that no width of the page hides: a heading that spans hidden ones would widen the table. */
const SHOWN_EVERYWHERE = 7;

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
            column === 'signed' || column === 'num' ? (
              // A number counts within its type: what is sorted by age stands under no heading.
              <th key={column} className={`doc-col-${column}`}>
                {column === 'num' ? columnNames.num : texts.signed}
              </th>
            ) : (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((document, at) => {
          const { id, group } = document;
          const before = rows[at - 1];
          return (
            <Fragment key={`${group?.uid} ${id}`}>
              {group !== undefined && (!before || before.group?.uid !== group?.uid) && (
                <tr className="doc-group">
                  <th scope="rowgroup" colSpan={SHOWN_EVERYWHERE}>
                    {groupName(group)}
                  </th>
                </tr>
              )}
              <DocumentRow
                document={document}
                viewer={viewer}
                isFirst={group === undefined || rows.findIndex((row) => row.id === id) === at}
                isMarked={marks.ids.has(id)}
                onMark={onMark}
              />
            </Fragment>
          );
        })}
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
  /** false: a row of the same document stands above, in the group of another person. */
  readonly isFirst: boolean;
  readonly isMarked: boolean;
  readonly onMark: (id: number, isRange: boolean) => void;
}

const DocumentRow = memo(function DocumentRow({ document, viewer, isFirst, isMarked, onMark }: DocumentRowProps) {
  const { id, title, task, directing, author, since, dueAt } = document;
  const expected = viewer && expectedOf(document, viewer);
  const isSignature = expected !== null && expected.signature.length > 0;
  const isAsked = isSignature || (expected !== null && expected.acknowledgement.length > 0);
  const signed = signedOf(document);
  const asked = askedNames(document);
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
      <td className="doc-col-num" title={`${documentTexts.numberOf(document)}, ${task.title}`}>
        <span className="doc-col-date">№&nbsp;</span>
        {document.num}
        <span className="doc-col-date">
          {' '}
          от&nbsp;{dayText(document.createdAt)}, {task.title}
        </span>
      </td>
      <td className="doc-col-title">
        {isAsked && <WaitingMark isSignature={isSignature} />}
        <a id={isFirst ? cardId(id) : undefined} href={paths.document(id)} title={title}>
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
        <StateTag document={document} />
      </td>
      <td className="doc-col-signed">
        {signed.all > 0 && (
          <span title={texts.signedWhole(signed.done, signed.all)}>
            {texts.signedOf(signed.done, signed.all)}
            <span className="doc-col-signed-word"> подписали</span>
          </span>
        )}
      </td>
      <td className="doc-col-asked" title={asked.join(', ')}>
        {asked.length > 0 && <span className="doc-col-signed-word">{texts.askedOf('')}</span>}
        {texts.askedNames(asked)}
      </td>
      <td className="doc-col-since">
        {since && (
          <>
            <span className="doc-col-signed-word">{texts.since('')}</span>
            {dayText(since)}
          </>
        )}
      </td>
      <td className="doc-col-due">{dueAt && <DueDay at={dueAt} isUnderHeading />}</td>
      <td className="doc-col-saved">{dayText(document.updatedAt)}</td>
    </tr>
  );
});

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
