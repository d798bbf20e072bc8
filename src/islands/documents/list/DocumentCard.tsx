import { useStore } from '@nanostores/react';
import { Paperclip } from 'lucide-react';
import type { ListedDocument } from '../../../../contract/documents/lists.ts';
import { docflow, filesCount, numberOf, pairOf, personName } from '../../../lib/documents/document-texts.ts';
import { descriptionExcerpt, signedOf, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { type Asked, expectedOf, type Viewer } from '../../../lib/documents/permissions.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { DueDay, StateTag } from '../DocumentTags.tsx';

interface Props {
  readonly document: ListedDocument;
  /** null: not known yet who looks. */
  readonly viewer: Viewer | null;
}

/** Id of the link on a card. */
export const cardId = (document: number): string => `document-${document}`;

/** One document of a list: what it is, where it stands and what it asks of the reader. */
export function DocumentCard({ document, viewer }: Props) {
  const { lang, docflow: words } = useStore($portalWords);
  const { text, isCut } = descriptionExcerpt(document.description);
  const expected = viewer && expectedOf(document, viewer);
  const declined = document.acceptor.find(({ declinedAt }) => declinedAt !== null);
  const signed = signedOf(document);
  const address = paths.document(document.id);
  return (
    <li className="doc-card stack gap-8 breaks panel">
      <div className="gap-4-16 row apart dense breaks muted">
        <span>{numberOf(document)}</span>
        <span>{pairOf(document)}</span>
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
            <a href={address} lang={lang} aria-label={docflow.readInFullOf(words.readInFull, document.title)}>
              {words.readInFull}
            </a>
          )}
        </div>
      )}
      {declined && <p className="doc-declined breaks">{docflow.declined(personName(declined), declined.reason)}</p>}
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
          <span className="doc-files-count middle gap-4 muted" title={docflow.files}>
            <Paperclip size={16} aria-hidden="true" />
            {filesCount(document.files.length)}
          </span>
        )}
        <span className="muted doc-card-author">
          {docflow.author}: {personName(document.author)}
        </span>
      </div>
    </li>
  );
}

/** What is expected of the viewer, and for whom when not for themselves. */
function Badge({ asked, text, lang }: { readonly asked: Asked; readonly text: string; readonly lang: string }) {
  return (
    <span className="tag warn">
      <span lang={lang}>{text}</span>
      {!asked.isOwn && ` ${docflow.forWhom(personName(asked.entry))}`}
    </span>
  );
}
