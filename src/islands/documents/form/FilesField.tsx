import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import type { DocumentFile } from '../../../../contract/documents/documents.ts';
import { formatBytes } from '../../../../rules/format/texts.ts';
import { FORM_ACCEPT, fileAddress, fileCodes, sharesOf } from '../../../lib/documents/document-files.ts';
import type { DocumentForm } from '../../../lib/documents/form-store.ts';
import { documentErrors, filesField as texts } from '../../../lib/documents/form-texts.ts';
import type { FileSending, NewFile, WaitingFile } from '../../../lib/documents/upload-store.ts';
import { failureText, ownText } from '../../../lib/platform/failure-texts.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Button } from '../../ui/controls.tsx';
import { DropZone } from '../../ui/FileDrop.tsx';
import { useFreshLinks } from '../use-fresh-links.ts';

const NO_FILES = atom<readonly WaitingFile[]>([]);
const NO_SENDINGS = atom<ReadonlyMap<string, FileSending>>(new Map());

interface FilesFieldProps {
  readonly form: DocumentForm;
  readonly error: string;
  /** The last change, for screen readers: a file was removed, or chosen twice. */
  readonly said: string;
  readonly onDone: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The files of a document: attached ones, chosen ones, and the field for more. */
export function FilesField({ form, error, said, onDone: onSaid, onFiles }: FilesFieldProps) {
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
  const attached = document?.files ?? [];
  const fresh = [...waiting.map(({ stored }) => stored.size), ...sizes];
  const total = fresh.reduce((sum, size) => sum + size, 0);
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
      {fresh.length > 0 && (
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
            {texts.together(fresh.length, total)}
            {waiting.length > 0 && `. ${texts.waitingHint}`}
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
  /** Whether the next save removes it. */
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

/** A file that was sent and waits at the server for the save. */
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

interface NewFileRowProps {
  readonly file: NewFile;
  /** Share of it that the save has sent, 0 to 1; null: no save is under way. */
  readonly share: number | null;
  /** Its sending ahead of the save; null: not begun. */
  readonly sending: FileSending | null;
  readonly onSend: () => void;
  readonly onReplace: (file: File) => void;
  readonly onRemove: () => void;
}

/** A chosen file that is not at the server yet: its mistake, and how far it has been sent. */
function NewFileRow({ file: { file, error, checking }, share, sending, onSend, onReplace, onRemove }: NewFileRowProps) {
  const words = useStore($portalWords);
  const other = useRef<HTMLInputElement>(null);
  const percent = Math.round((share ?? sending?.share ?? 0) * 100);
  const trouble = sending?.trouble ?? null;
  const isUnderWay = sending !== null && trouble === null;
  return (
    <li className={error ? 'wrong' : undefined}>
      <Picture file={file} />
      <span className="file-name">
        {file.name}{' '}
        <span className="muted">
          {formatBytes(file.size)}
          {checking && ` ${texts.checking}`}
        </span>
        {error && <span className="field-error"> {ownText(documentErrors(words), error)}</span>}
        {trouble && (
          <span className="field-error" role="alert">
            {' '}
            {texts.notSent(failureText(trouble, documentErrors(words)))}
          </span>
        )}
        {isUnderWay && share === null && (
          <progress max={100} value={percent} aria-label={texts.share(file.name, percent)} />
        )}
      </span>
      {share === null ? (
        <span className="file-buttons">
          {trouble && (
            <Button kind="quiet" aria-label={texts.sendAgainOf(file.name)} onClick={onSend}>
              {texts.sendAgain}
            </Button>
          )}
          {error === fileCodes.unreadable && (
            <Button kind="quiet" aria-label={texts.againOf(file.name)} onClick={() => onReplace(file)}>
              {texts.again}
            </Button>
          )}
          {error && (
            <>
              <Button kind="quiet" aria-label={texts.replaceOf(file.name)} onClick={() => other.current?.click()}>
                {texts.replace}
              </Button>
              <input
                ref={other}
                type="file"
                hidden
                accept={FORM_ACCEPT}
                onChange={({ target }) => target.files?.[0] && onReplace(target.files[0])}
              />
            </>
          )}
          <button type="button" className="icon-button" aria-label={texts.removeNew(file.name)} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </button>
        </span>
      ) : (
        <progress max={100} value={percent} aria-label={texts.share(file.name, percent)} />
      )}
    </li>
  );
}

/** A preview of a chosen picture. */
function Picture({ file }: { readonly file: File }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress('');
      URL.revokeObjectURL(made);
    };
  }, [file]);
  if (address === '') return null;
  return <img src={address} alt="" width={48} height={48} onError={() => setAddress('')} />;
}
