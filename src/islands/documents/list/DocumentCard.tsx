// One document as a card of the list, for staff who choose cards: its beginning, state and decisions; as a table row it
// is in DocumentTable.tsx.
import { useStore } from '@nanostores/react';
import { Paperclip } from 'lucide-react';
import type { ListedDocument } from '../../../../contract/documents/lists.ts';
import * as documentTexts from '../../../lib/documents/document-texts.ts';
import {
  askedNames,
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

interface DocumentCardProps {
  readonly document: ListedDocument;
  /** null: the viewer is not loaded yet. */
  readonly viewer: Viewer | null;
}

export const cardId = (document: number): string => `document-${document}`;

/** One document of a list as a card: its beginning, its state and what the viewer has to decide. */
export function DocumentCard({ document, viewer }: DocumentCardProps) {
  const { lang, docflow: words } = useStore($portalWords);
  const { text, isCut } = descriptionExcerpt(document.description);
  const expected = viewer && expectedOf(document, viewer);
  const declined = document.acceptor.find(({ declinedAt }) => declinedAt !== null);
  const signed = signedOf(document);
  const asked = askedNames(document);
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
          <StateTag document={document} />
          {expected?.signature.map((asked) => (
            <Badge key={asked.entry.uid} asked={asked} text={words.signatureRequired} lang={lang} />
          ))}
          {expected?.acknowledgement.map((asked) => (
            <Badge key={asked.entry.uid} asked={asked} text={words.acknowledgementRequired} lang={lang} />
          ))}
        </span>
        {asked.length > 0 && <span title={asked.join(', ')}>{texts.askedOf(texts.askedNames(asked))}</span>}
        {document.since && <span className="muted">{texts.since(dayText(document.since))}</span>}
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

function Badge({ asked, text, lang }: { readonly asked: Asked; readonly text: string; readonly lang: string }) {
  return (
    <span className="tag warn">
      <span lang={lang}>{text}</span>
      {!asked.isOwn && ` ${documentTexts.docflow.forWhom(documentTexts.personName(asked.entry))}`}
    </span>
  );
}
