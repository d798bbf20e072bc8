import { ImagePlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { KnownPicture, PictureLibrary } from '../../lib/content/known-pictures.ts';
import { pictureErrors, imageDialog as texts } from '../../lib/editing/editor-texts.ts';
import { isRootRelative } from '../../lib/editing/markup-edit.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DropZone } from './DropZone.tsx';
import { Field } from './Field.tsx';
import { KnownPictures } from './KnownPictures.tsx';

interface Props {
  readonly library?: PictureLibrary | undefined;
  readonly onInsert: (address: string, alt: string) => void;
  readonly onClose: () => void;
}

/** Puts in a picture: one that the site has, a new one, or one by its address. Stands outside of the form around it. */
export default function ImageDialog({ library, onInsert, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [error, setError] = useState('');
  const [known, setKnown] = useState<readonly KnownPicture[] | null>(null);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState('');

  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
    // An offer only: without it the address is typed.
    library?.list().then(setKnown, () => setKnown([]));
  }, [library]);

  function choose(picture: KnownPicture) {
    setAddress(picture.address);
    setError('');
  }

  async function send([file]: readonly File[]) {
    if (!library || !file) return;
    setSaid(texts.sending);
    setRefusal('');
    try {
      const sent = await library.send(file);
      setKnown([sent, ...(known ?? [])]);
      choose(sent);
      setSaid(texts.sent(file.name));
    } catch (thrown) {
      const failure = failureOf(thrown);
      askIfEnded(failure);
      setSaid('');
      setRefusal(`${texts.sendFailed} ${failureText(failure, pictureErrors)}`);
    }
  }

  function insert(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!isRootRelative(address)) {
      setError(texts.invalid);
      field.current?.focus();
      return;
    }
    // Should it fail the picture is there all the same; it only goes with its slide.
    if (known?.some((picture) => picture.address === address)) library?.keep(address).catch(() => undefined);
    onInsert(address, alt);
  }

  return createPortal(
    <dialog ref={dialog} className="confirm image-dialog" aria-labelledby="image-dialog" onClose={onClose}>
      <h2 id="image-dialog">{texts.heading}</h2>
      <form noValidate onSubmit={insert} aria-labelledby="image-dialog">
        <Field label={texts.address} hint={texts.addressHint} error={error}>
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
        {library && <KnownPictures pictures={known} address={address} onChoose={choose} />}
        {library && (
          <DropZone
            label={texts.send}
            hint={texts.sendHint}
            accept="image/*"
            error={refusal}
            Icon={ImagePlus}
            onFiles={(files) => void send(files)}
          >
            {said || texts.sendPrompt}
          </DropZone>
        )}
        <p role="status" className="visually-hidden">
          {said}
        </p>
        <Field label={texts.alt} hint={texts.altHint}>
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
        <DialogFoot cancel={texts.cancel} submit={texts.insert} onCancel={onClose} />
      </form>
    </dialog>,
    document.body,
  );
}
