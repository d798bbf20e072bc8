// A document as a sheet of paper, on its page and in print: title, text, files, author, state, hash of the version; the
// decisions stand below.
import { Eye, FileText, Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import * as words from '../../../contract/documents/words.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import { fileAddress } from '../../lib/documents/document-files.ts';
import { docflow, numberOf, pairOf, personName } from '../../lib/documents/document-texts.ts';
import { documentPage as texts } from '../../lib/documents/page-texts.ts';
import { site } from '../../lib/platform/site.ts';
import { chunk } from '../ui/chunk.tsx';
import { CopyButton } from '../ui/controls.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { PortalHeading } from '../ui/PortalHeading.tsx';
import { StateTag } from './DocumentTags.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

interface DocumentSheetProps {
  /** null: not loaded yet. */
  readonly document: Document | null;
  readonly freshenLinks: () => Promise<void>;
  readonly children: ReactNode;
}

/** Hexadecimal digits of a hash that are shown on the screen; the clipboard and the print get all. */
const HASH_SHOWN = 12;

/** A document as a sheet: title, text, files, author, state and hash; `children` are the decisions below the text. */
export function DocumentSheet({ document, freshenLinks, children }: DocumentSheetProps) {
  return (
    <article className="doc-sheet line panel">
      {document && (
        <div className="gap-4-16 row apart dense breaks muted">
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

function Body({ document, freshenLinks, children }: DocumentSheetProps & { readonly document: Document }) {
  return (
    <>
      {document.description.trim() === '' ? (
        <p className="muted">{texts.noDescription}</p>
      ) : (
        <Markdown text={document.description} below={2} />
      )}
      {document.files.length > 0 && <DocumentFiles files={document.files} freshenLinks={freshenLinks} />}
      {children}
      <div className="doc-foot gap-8-20 row apart breaks muted small">
        <span>
          {docflow.author}: <strong>{personName(document.author)}</strong>
          {document.author.position && `, ${document.author.position}`}
        </span>
        <span className="doc-version gap-4-8 middle">
          <StateTag document={document} />
          {(document.questions ?? 0) > 0 && <span className="tag signal">{docflow.question}</span>}
          <span>{texts.version(document.version)}</span>
          <span title={texts.hashHint}>
            <span className="visually-hidden">{texts.hash}: </span>
            <code className="doc-hash breaks" data-rest={document.hash.slice(HASH_SHOWN)}>
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

const FilePreview = chunk(() => import('./FilePreview.tsx'), null);

interface DocumentFilesProps {
  readonly files: readonly DocumentFile[];
  readonly freshenLinks: () => Promise<void>;
}

const isImage = ({ type }: DocumentFile): boolean => type.startsWith('image/');
/** PDF only where the browser embeds it; the content policy allows that for files of this site. */
const canPreview = (file: DocumentFile): boolean =>
  isImage(file) ||
  words.isReadToShow(file.type) ||
  (file.type === 'application/pdf' && site.informatorUrl === '' && navigator.pdfViewerEnabled);

function DocumentFiles({ files, freshenLinks }: DocumentFilesProps) {
  const [shown, setShown] = useState<string | null>(null);
  useFreshLinks(freshenLinks);
  const preview = files.find(({ fileName }) => fileName === shown);
  return (
    <section className="doc-files flush above-28" aria-labelledby="doc-files">
      <h2 id="doc-files">{texts.files}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileName}>
            {isImage(file) ? <Image size={20} aria-hidden="true" /> : <FileText size={20} aria-hidden="true" />}
            <a href={fileAddress(file)} download={file.originalName}>
              {file.originalName}
            </a>
            <span className="muted small">{formatBytes(file.size)}</span>
            {canPreview(file) && (
              <button
                type="button"
                className="icon-button no-print"
                aria-label={texts.previewOf(file.originalName)}
                title={texts.preview}
                onClick={() => setShown(file.fileName)}>
                <Eye size={18} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {preview && (
        <FilePreview
          address={fileAddress(preview)}
          name={preview.originalName}
          fileName={preview.fileName}
          type={preview.type}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  );
}
