import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { TABLE_TYPES, TEXT_TYPES } from '../../../contract/shown-types.ts';
import { documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { ShownFile } from './ShownFile.tsx';

interface Props {
  readonly address: string;
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly onClose: () => void;
}

/** A picture, a PDF, a table or a text over the page. */
export default function FilePreview({ address, name, fileName, type, onClose }: Props) {
  const isImage = type.startsWith('image/');
  const isRead = TABLE_TYPES.has(type) || TEXT_TYPES.has(type);
  const dialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return createPortal(
    <dialog
      ref={dialog}
      className="confirm wide doc-preview"
      aria-labelledby="preview-name"
      onClose={onClose}
    >
      <div className="wide-head">
        <h2 id="preview-name">{name}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.close}
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {isRead ? (
        <ShownFile fileName={fileName} name={name} />
      ) : failed ? (
        <p className="field-error" role="alert">
          {texts.linkFailed}
        </p>
      ) : isImage ? (
        <img src={address} alt={name} onError={() => setFailed(true)} />
      ) : (
        <iframe src={address} title={name} />
      )}
      <div className="buttons">
        {!isRead && (
          <a className="button" href={address} target="_blank" rel="noopener">
            {texts.open}
          </a>
        )}
        <a className="button" href={address} download={name}>
          {texts.download}
        </a>
      </div>
    </dialog>,
    document.body,
  );
}
