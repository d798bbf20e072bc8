import { FileSpreadsheet, X } from 'lucide-react';
import { useRef } from 'react';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { DropZone } from './DropZone.tsx';

interface Props {
  readonly label: string;
  readonly hint: string;
  /** What to do, inside the drop zone. */
  readonly prompt: string;
  readonly clearLabel: string;
  /** Kinds that the file dialog offers: extensions and types. */
  readonly accept: string;
  readonly file: File | null;
  readonly error?: string;
  readonly onFile: (file: File | null) => void;
}

/** A field for one file, by choice or by drop. */
export function FileDrop({ label, hint, prompt, clearLabel, accept, file, error, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onFile(null);
    input.current?.focus();
  }

  return (
    <DropZone
      label={label}
      hint={hint}
      accept={accept}
      error={error}
      Icon={FileSpreadsheet}
      field={input}
      onFiles={([chosen]) => chosen && onFile(chosen)}
      action={
        file && (
          <button type="button" className="icon-button" aria-label={clearLabel} onClick={clear}>
            <X size={18} aria-hidden="true" />
          </button>
        )
      }
    >
      {file ? (
        <>
          <strong>{file.name}</strong> <span className="muted">{formatBytes(file.size)}</span>
        </>
      ) : (
        prompt
      )}
    </DropZone>
  );
}
