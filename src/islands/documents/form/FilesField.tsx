// The files in the form of a document: those attached, those just chosen, and the field for more. One chosen file is
// NewFileRow.tsx.
import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { atom } from 'nanostores';
import { useRef } from 'react';
import type { DocumentFile } from '../../../../contract/documents/documents.ts';
import { formatBytes } from '../../../../rules/format/texts.ts';
import { FORM_ACCEPT, fileAddress, sharesOf } from '../../../lib/documents/document-files.ts';
import type { DocumentForm } from '../../../lib/documents/form-store.ts';
import { filesField as texts } from '../../../lib/documents/form-texts.ts';
import type { FileSending, WaitingFile } from '../../../lib/documents/upload-store.ts';
import { Button } from '../../ui/controls.tsx';
import { DropZone } from '../../ui/FileDrop.tsx';
import { useFreshLinks } from '../use-fresh-links.ts';
import { NewFileRow } from './NewFileRow.tsx';

const NO_FILES = atom<readonly WaitingFile[]>([]);
const NO_SENDINGS = atom<ReadonlyMap<string, FileSending>>(new Map());

interface FilesFieldProps {
  readonly form: DocumentForm;
  /** Attachments of the sample. */
  readonly sample: readonly DocumentFile[];
  readonly error: string;
  /** The last change, for screen readers: a file was removed, or chosen twice. */
  readonly said: string;
  readonly onDone: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FilesField({ form, sample, error, said, onDone: onSaid, onFiles }: FilesFieldProps) {
  const document = useStore(form.$document);
  const files = useStore(form.upload.$files);
  const sent = useStore(form.$sent);
  const removed = useStore(form.$removed);
  const field = useRef<HTMLInputElement>(null);
  const sizes = files.map(({ file }) => file.size);
  const shares = sent && sharesOf(sizes, sent);

  useFreshLinks(form.freshenLinks);

  function toggle(fileName: string, originalName: string) {
    form.toggleRemoved(fileName);
    onSaid(removed.includes(fileName) ? texts.kept(originalName) : texts.removed(originalName));
  }

  const waiting = useStore(form.files?.$waiting ?? NO_FILES);
  const sending = useStore(form.files?.$sending ?? NO_SENDINGS);
  const lost = useStore(form.$lost);
  const copied = useStore(form.$copied);
  const attached = document?.files ?? [];
  // A save whose answer was lost has copied some.
  const offered = sample.filter(
    ({ originalName, size }) => !attached.some((one) => one.originalName === originalName && one.size === size),
  );
  const taken = [...waiting.map(({ stored }) => stored), ...files.flatMap(({ file, error }) => (error ? [] : [file]))];
  const refused = files.filter((one) => one.error !== '');
  return (
    <div className="document-files below-20">
      {document && attached.length > 0 && (
        <>
          <h2 id="attached-files">{texts.attached}</h2>
          <ul className="file-list below-12 box" aria-labelledby="attached-files">
            {attached.map((file) => (
              <AttachedFile
                key={file.fileName}
                file={file}
                isRemoved={removed.includes(file.fileName)}
                onToggle={() => toggle(file.fileName, file.originalName)}
              />
            ))}
          </ul>
        </>
      )}
      {offered.length > 0 && (
        <fieldset>
          <legend>{texts.ofSample}</legend>
          {offered.map((file) => (
            <label key={file.fileName} className="line middle gap-8">
              <input
                type="checkbox"
                checked={copied.includes(file.fileName)}
                onChange={() => form.toggleCopied(file.fileName)}
              />
              <span className="breaks">{file.originalName}</span>{' '}
              <span className="muted">{formatBytes(file.size)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {waiting.length + files.length > 0 && (
        <>
          <h2 id="new-files">{texts.fresh}</h2>
          <ul className="file-list below-12 box" aria-labelledby="new-files">
            {waiting.map(({ stored }) => (
              <WaitingFileRow
                key={stored.fileName}
                file={stored}
                onRemove={() => {
                  form.files?.remove(stored.fileName);
                  field.current?.focus();
                }}
              />
            ))}
            {files.map((file, index) => (
              <NewFileRow
                key={file.id}
                file={file}
                share={shares?.[index] ?? null}
                sending={sending.get(file.id) ?? null}
                onSend={() => form.files?.send(file.id)}
                onReplace={(other) => form.upload.replace(file.id, other)}
                onRemove={() => {
                  if (form.files) form.files.cancel(file.id);
                  else form.upload.remove(file.id);
                  field.current?.focus();
                }}
              />
            ))}
          </ul>
          <p className="field-hint">
            {texts.together(
              taken.map(({ size }) => size),
              refused.map(({ file }) => file.name),
            )}
            {waiting.length > 0 && ` ${texts.waitingHint}`}
          </p>
        </>
      )}
      {lost.length > 0 && <p className="field-error">{texts.lost(lost)}</p>}
      <DropZone
        label={texts.add}
        hint={texts.hint}
        accept={FORM_ACCEPT}
        multiple
        error={error}
        Icon={Paperclip}
        field={field}
        onFiles={onFiles}>
        {texts.prompt}
      </DropZone>
      <p role="status" className="field-hint">
        {said}
      </p>
    </div>
  );
}

interface AttachedFileProps {
  readonly file: DocumentFile;
  readonly isRemoved: boolean;
  readonly onToggle: () => void;
}

/** An attached file. The next save removes it; until then that can be undone. */
function AttachedFile({ file, isRemoved, onToggle }: AttachedFileProps) {
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
        onClick={onToggle}>
        {isRemoved ? texts.keep : texts.remove}
      </Button>
    </li>
  );
}

function WaitingFileRow({ file, onRemove }: { readonly file: DocumentFile; readonly onRemove: () => void }) {
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
        <button type="button" className="icon-button" aria-label={texts.removeNew(originalName)} onClick={onRemove}>
          <X size={18} aria-hidden="true" />
        </button>
      </span>
    </li>
  );
}
