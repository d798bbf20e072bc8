// One file just chosen in the form of a document, not at the server yet: its mistake, and how far it has been sent.
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../../rules/format/texts.ts';
import { FORM_ACCEPT, fileCodes } from '../../../lib/documents/document-files.ts';
import { documentErrors, filesField as texts } from '../../../lib/documents/form-texts.ts';
import type { FileSending, NewFile } from '../../../lib/documents/upload-store.ts';
import { failureText, ownText } from '../../../lib/platform/failure-texts.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Button } from '../../ui/controls.tsx';

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

export function NewFileRow({
  file: { file, error, contents, checking },
  share,
  sending,
  onSend,
  onReplace,
  onRemove,
}: NewFileRowProps) {
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
        {error && (
          <span className="field-error">
            {' '}
            {ownText(documentErrors(words), error)}
            {contents && `. ${texts.notTaken(file.name, contents)}`}
          </span>
        )}
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
