import { useStore } from '@nanostores/react';
import { BookOpenCheck, PenLine } from 'lucide-react';
import { memo } from 'react';
import type { ListedDocument } from '../../../../contract/docflow-list.ts';
import { expectedOf, type Viewer } from '../../../lib/docflow/acts.ts';
import { personName } from '../../../lib/docflow/document-texts.ts';
import { dayText, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { signedOf } from '../../../lib/docflow/signed.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { $portalWords } from '../../../lib/portal/portal-words.ts';
import { cardId } from '../DocumentCard.tsx';
import { StateTag } from '../StateTag.tsx';
import { DueDay } from './DueDay.tsx';

interface Props {
  readonly document: ListedDocument;
  readonly viewer: Viewer | null;
  readonly isMarked: boolean;
  readonly onMark: (id: number, isRange: boolean) => void;
}

/** One document as a row; on a phone the same as a small card. */
export const DocumentRow = memo(function DocumentRow({ document, viewer, isMarked, onMark }: Props) {
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
            onChange={({ nativeEvent }) =>
              onMark(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      <td className="doc-col-num" title={dayText(document.createdAt)}>
        {document.num}
        <span className="doc-col-date"> от&nbsp;{dayText(document.createdAt)}</span>
      </td>
      <td className="doc-col-title">
        {isAsked && <AskedMark isSignature={isSignature} />}
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
      <td className="doc-col-author" title={personName(author)}>
        {personName(author)}
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

/** That a document asks something of the reader. */
function AskedMark({ isSignature }: { readonly isSignature: boolean }) {
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
