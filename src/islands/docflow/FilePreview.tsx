import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { documentPage as texts } from '../../lib/docflow/document-texts.ts';

interface Props {
  readonly address: string;
  readonly name: string;
  /** A picture; else a PDF. */
  readonly isImage: boolean;
  readonly onClose: () => void;
}

/** A picture or a PDF over the page. */
export default function FilePreview({ address, name, isImage, onClose }: Props) {
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
      {failed ? (
        <p className="field-error" role="alert">
          {texts.linkFailed}
        </p>
      ) : isImage ? (
        <img src={address} alt={name} onError={() => setFailed(true)} />
      ) : (
        <iframe src={address} title={name} />
      )}
      <div className="buttons">
        <a className="button" href={address} target="_blank" rel="noopener">
          {texts.open}
        </a>
        <a className="button" href={address} download={name}>
          {texts.download}
        </a>
      </div>
    </dialog>,
    document.body,
  );
}
