import { FileSpreadsheet, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format/bytes.ts';

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

/** A file field that also takes a dropped file. The field itself stays: keyboard and readers use it as usual. */
export function FileDrop({ label, hint, prompt, clearLabel, accept, file, error, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onFile(dropped);
  }

  function clear() {
    if (input.current) input.current.value = '';
    onFile(null);
    input.current?.focus();
  }

  return (
    <div className="file-field">
      <label htmlFor={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the field inside does the same by keyboard */}
      <div
        className={over ? 'file-drop over' : 'file-drop'}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet size={28} aria-hidden="true" />
        <span className="file-drop-text">
          {file ? (
            <>
              <strong>{file.name}</strong> <span className="muted">{formatBytes(file.size)}</span>
            </>
          ) : (
            prompt
          )}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) onFile(chosen);
          }}
        />
        {file && (
          <button type="button" className="icon-button" aria-label={clearLabel} onClick={clear}>
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <small id={`${id}-hint`} className="field-hint">
        {hint}
      </small>
      {error && (
        <small id={`${id}-error`} className="field-error">
          {error}
        </small>
      )}
    </div>
  );
}
