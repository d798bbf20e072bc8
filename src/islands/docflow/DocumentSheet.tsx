import type { ReactNode } from 'react';
import type { Document } from '../../../contract/docflow.ts';
import {
  docflow,
  numberOf,
  pairOf,
  personName,
  documentPage as texts,
} from '../../lib/docflow/document-texts.ts';
import { PortalHeading } from '../portal/PortalHeading.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { DocumentFiles } from './DocumentFiles.tsx';
import { StateTag } from './StateTag.tsx';

interface Props {
  /** null: not there yet. */
  readonly document: Document | null;
  readonly freshenLinks: () => Promise<void>;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** Hexadecimal digits of a hash that are shown; the rest is for the clipboard and for paper. */
const HASH_SHOWN = 12;

/** The document itself, as a sheet of paper. */
export function DocumentSheet({ document, freshenLinks, children }: Props) {
  return (
    <article className="doc-sheet panel">
      {document && (
        <div className="doc-line muted">
          <span>{numberOf(document)}</span>
          <span>{pairOf(document)}</span>
        </div>
      )}
      <PortalHeading text={document?.title ?? docflow.documentHeading} />
      {document ? (
        <Body document={document} freshenLinks={freshenLinks}>
          {children}
        </Body>
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {texts.loading}
          </p>
          <span className="skeleton doc-text-bone" aria-hidden="true" />
        </>
      )}
    </article>
  );
}

function Body({ document, freshenLinks, children }: Props & { readonly document: Document }) {
  return (
    <>
      {document.description.trim() === '' ? (
        <p className="muted">{texts.noDescription}</p>
      ) : (
        <Markdown text={document.description} below={2} />
      )}
      {document.files.length > 0 && <DocumentFiles files={document.files} freshenLinks={freshenLinks} />}
      {children}
      <div className="doc-foot muted small">
        <span>
          {docflow.author}: <strong>{personName(document.author)}</strong>
          {document.author.position && `, ${document.author.position}`}
        </span>
        <span className="doc-version">
          <StateTag state={document.state} />
          {(document.questions ?? 0) > 0 && <span className="tag signal">{docflow.question}</span>}
          <span>{texts.version(document.version)}</span>
          <span title={texts.hashHint}>
            <span className="visually-hidden">{texts.hash}: </span>
            <code className="doc-hash" data-rest={document.hash.slice(HASH_SHOWN)}>
              {document.hash.slice(0, HASH_SHOWN)}
            </code>
          </span>
          <span className="no-print">
            <CopyButton text={document.hash} label={texts.copyHash} done={texts.copied} />
          </span>
        </span>
      </div>
    </>
  );
}
