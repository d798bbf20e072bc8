import { Eye, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import type { DocumentFile } from '../../../contract/docflow.ts';
import { TABLE_TYPES, TEXT_TYPES } from '../../../contract/shown-types.ts';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { fileAddress } from '../../lib/docflow/file-links.ts';
import { site } from '../../lib/site/site.ts';
import { chunk } from '../ui/chunk.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

const FilePreview = chunk(() => import('./FilePreview.tsx'), null);

interface Props {
  readonly files: readonly DocumentFile[];
  readonly freshenLinks: () => Promise<void>;
}

const isImage = ({ type }: DocumentFile): boolean => type.startsWith('image/');
/** Pictures, tables and texts everywhere; PDF where the browser shows it inside of a page, which the policy allows for files of this site. */
const canPreview = (file: DocumentFile): boolean =>
  isImage(file) ||
  TABLE_TYPES.has(file.type) ||
  TEXT_TYPES.has(file.type) ||
  (file.type === 'application/pdf' && site.services.informator === '' && navigator.pdfViewerEnabled);

/** The files of a document: to keep, and to look at where the browser can show them. */
export function DocumentFiles({ files, freshenLinks }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  useFreshLinks(freshenLinks);
  const preview = files.find(({ fileName }) => fileName === shown);
  return (
    <section className="doc-files" aria-labelledby="doc-files">
      <h2 id="doc-files">{texts.files}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileName}>
            {isImage(file) ? (
              <Image size={20} aria-hidden="true" />
            ) : (
              <FileText size={20} aria-hidden="true" />
            )}
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
                onClick={() => setShown(file.fileName)}
              >
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
