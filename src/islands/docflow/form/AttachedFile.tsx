import type { DocumentFile } from '../../../../contract/docflow.ts';
import { formatBytes } from '../../../../rules/format/bytes.ts';
import { fileAddress } from '../../../lib/docflow/file-links.ts';
import { filesField as texts } from '../../../lib/docflow/form-texts.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  readonly file: DocumentFile;
  /** Whether the next save takes it off. */
  readonly isRemoved: boolean;
  readonly onToggle: () => void;
}

/** A file that the document has. Taking it off is part of the save, and can be taken back until then. */
export function AttachedFile({ file, isRemoved, onToggle }: Props) {
  const { originalName, size } = file;
  return (
    <li className={isRemoved ? 'file-removed' : undefined}>
      <span className="file-name">
        <a href={fileAddress(file)} target="_blank" rel="noopener">
          {originalName}
        </a>{' '}
        <span className="muted">{isRemoved ? texts.willGo : formatBytes(size)}</span>
      </span>
      <Button
        kind="quiet"
        aria-label={isRemoved ? texts.keepOf(originalName) : texts.removeStored(originalName)}
        onClick={onToggle}
      >
        {isRemoved ? texts.keep : texts.remove}
      </Button>
    </li>
  );
}
