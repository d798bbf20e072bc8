import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { imageDialog } from '../../lib/editing/editor-texts.ts';
import { isRootRelative } from '../../lib/editing/markup-edit.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { Field } from './Field.tsx';

/** A picture that the site has already. */
export interface KnownPicture {
  /** Path from the root of the site. */
  readonly address: string;
  readonly name: string;
}

interface Props {
  readonly pictures?: (() => Promise<readonly KnownPicture[]>) | undefined;
  readonly onInsert: (address: string, alt: string) => void;
  readonly onClose: () => void;
}

/** Asks for the address of a picture of this site, or offers those that are known. Stands outside of the form around it. */
export function ImageDialog({ pictures, onInsert, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [error, setError] = useState('');
  const [known, setKnown] = useState<readonly KnownPicture[]>([]);

  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
    // An offer only: without it the address is typed.
    pictures?.().then(setKnown, () => undefined);
  }, [pictures]);

  function insert(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (isRootRelative(address)) onInsert(address, alt);
    else {
      setError(imageDialog.invalid);
      field.current?.focus();
    }
  }

  return createPortal(
    <dialog ref={dialog} className="confirm image-dialog" aria-labelledby="image-dialog" onClose={onClose}>
      <h2 id="image-dialog">{imageDialog.heading}</h2>
      <form noValidate onSubmit={insert} aria-labelledby="image-dialog">
        <Field label={imageDialog.address} hint={imageDialog.addressHint} error={error}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        {known.length > 0 && (
          <fieldset className="known-pictures">
            <legend>{imageDialog.known}</legend>
            {known.map((picture) => (
              <button
                key={picture.address}
                type="button"
                aria-label={imageDialog.choose(picture.name)}
                aria-pressed={picture.address === address}
                title={picture.name}
                onClick={() => {
                  setAddress(picture.address);
                  setError('');
                }}
              >
                <img src={picture.address} alt="" width={72} height={72} loading="lazy" />
              </button>
            ))}
          </fieldset>
        )}
        <Field label={imageDialog.alt} hint={imageDialog.altHint}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={alt}
              onChange={({ target }) => setAlt(target.value)}
            />
          )}
        </Field>
        <DialogFoot cancel={imageDialog.cancel} submit={imageDialog.insert} onCancel={onClose} />
      </form>
    </dialog>,
    document.body,
  );
}
