import type { DocumentFile } from '../../../../contract/docflow.ts';
import { filesField as texts } from '../../../lib/docflow/form-texts.ts';
import { formatBytes } from '../../../lib/format/bytes.ts';
import { ConfirmButton, type Confirmed } from '../../ui/ConfirmButton.tsx';

interface Props {
  readonly file: DocumentFile;
  /** How many marks go with it: a file less is a new version. */
  readonly marks: number;
  readonly onRemove: () => Promise<Confirmed>;
}

/** A file that the document has. It is taken away at once, after a question. */
export function AttachedFile({ file: { originalName, url, size }, marks, onRemove }: Props) {
  const details = [texts.removeDetails(originalName), marks > 0 && texts.removeClears(marks)];
  return (
    <li>
      <span className="file-name">
        <a href={url} target="_blank" rel="noopener">
          {originalName}
        </a>{' '}
        <span className="muted">{formatBytes(size)}</span>
      </span>
      <ConfirmButton
        className="button quiet"
        label={texts.removeStored(originalName)}
        question={texts.removeQuestion}
        details={details.filter(Boolean).join(' ')}
        yes={texts.remove}
        onConfirm={onRemove}
      >
        {texts.remove}
      </ConfirmButton>
    </li>
  );
}
