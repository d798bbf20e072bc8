// A field for one file that is chosen or dropped onto it, and the drop zone for fields that take several. Keyboard and
// screen readers use it as usual.
import { FileSpreadsheet, type LucideIcon, X } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { formatBytes } from '../../../rules/format/texts.ts';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly prompt: string;
  readonly clearLabel: string;
  /** Kinds that the file dialog offers: extensions and types. */
  readonly accept: string;
  readonly file: File | null;
  readonly error?: string;
  readonly onFile: (file: File | null) => void;
}

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
      }>
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

interface DropZoneProps {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly error?: string | undefined;
  readonly Icon: LucideIcon;
  /** What stands in the zone: what to do, or what was chosen. */
  readonly children: ReactNode;
  /** A control of its own inside the zone. */
  readonly action?: ReactNode;
  readonly field?: Ref<HTMLInputElement>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A file field that also takes what is dropped. The field itself stays: keyboard and readers use it as usual. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, multiple = false, error, Icon, children, action, field, onFiles } = props;
  const [over, setOver] = useState(false);
  const id = useId();

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <div className="file-field gap-8 below-20 stack">
      <label htmlFor={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the field inside does the same by keyboard */}
      <div
        className={over ? 'file-drop gap-12 relative line middle over' : 'file-drop gap-12 relative line middle'}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}>
        <Icon size={28} aria-hidden="true" />
        <span className="grow breaks shrinks">{children}</span>
        <input
          ref={field}
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={({ target }) => {
            take(target.files);
            // The same file may be chosen again after it was taken out.
            target.value = '';
          }}
        />
        {action}
      </div>
      <small id={`${id}-hint`} className="field-hint">
        {hint}
      </small>
      {error && (
        <small id={`${id}-error`} className="field-error" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}
