import { X } from 'lucide-react';
import type { DocumentFile } from '../../../../contract/docflow.ts';
import { formatBytes } from '../../../../rules/format/bytes.ts';
import { fileAddress } from '../../../lib/docflow/file-links.ts';
import { filesField as texts } from '../../../lib/docflow/form-texts.ts';

interface Props {
  readonly file: DocumentFile;
  readonly onRemove: () => void;
}

/** A file that waits at the server for the save. */
export function WaitingFileRow({ file, onRemove }: Props) {
  const { originalName, size } = file;
  return (
    <li>
      <span className="file-name">
        <a href={fileAddress(file)} target="_blank" rel="noopener">
          {originalName}
        </a>{' '}
        <span className="muted">{formatBytes(size)}</span>
      </span>
      <span className="file-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.removeNew(originalName)}
          onClick={onRemove}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </span>
    </li>
  );
}
