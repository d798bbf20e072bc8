// The dialog of the text editor that puts in a picture: one that the site has, a new one, or one by its address. It
// stands outside of the form around it.
import { ImagePlus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { KnownPicture, PictureLibrary } from '../../lib/editing/editor-sources.ts';
import { pictureErrors, imageDialog as texts } from '../../lib/editing/editor-texts.ts';
import { isRootRelative } from '../../lib/markdown/markup-edit.ts';
import { pictureRefusal } from '../../lib/platform/chosen-file.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { DialogFoot } from './controls.tsx';
import { DropZone } from './FileDrop.tsx';
import { useCall } from './hooks.ts';
import { TextField } from './TextField.tsx';

interface Props {
  readonly library?: PictureLibrary | undefined;
  readonly onInsert: (address: string, alt: string) => void;
  readonly onClose: () => void;
}

export default function ImageDialog({ library, onInsert, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [error, setError] = useState('');
  const [known, setKnown] = useState<readonly KnownPicture[] | null>(null);
  const [said, setSaid] = useState('');
  const { failure, run } = useCall();

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
    const failed = await run(async () => {
      const sent = await library.send(file);
      setKnown([sent, ...(known ?? [])]);
      choose(sent);
      setSaid(texts.sent(file.name));
    });
    if (failed) setSaid('');
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
        <TextField
          label={texts.address}
          hint={texts.addressHint}
          error={error}
          ref={field}
          spellCheck={false}
          value={address}
          onChange={setAddress}
        />
        {library && <KnownPictures pictures={known} address={address} onChoose={choose} />}
        {library && (
          <DropZone
            label={texts.send}
            hint={texts.sendHint}
            accept="image/*"
            error={
              failure
                ? `${texts.sendFailed} ${pictureRefusal(failure.facts) || failureText(failure, pictureErrors)}`
                : ''
            }
            Icon={ImagePlus}
            onFiles={(files) => void send(files)}>
            {said || texts.sendPrompt}
          </DropZone>
        )}
        <p role="status" className="visually-hidden">
          {said}
        </p>
        <TextField label={texts.alt} hint={texts.altHint} value={alt} onChange={setAlt} />
        <DialogFoot cancel={texts.cancel} submit={texts.insert} onCancel={onClose} />
      </form>
    </dialog>,
    document.body,
  );
}

interface KnownPicturesProps {
  /** null: they are still awaited. */
  readonly pictures: readonly KnownPicture[] | null;
  readonly address: string;
  readonly onChoose: (picture: KnownPicture) => void;
}

const MANY = 12;

function KnownPictures({ pictures, address, onChoose }: KnownPicturesProps) {
  const [name, setName] = useState('');
  if (pictures === null) return <p className="muted">{texts.loading}</p>;
  if (pictures.length === 0) return null;
  const wanted = name.trim().toLowerCase();
  const shown = pictures.filter((picture) => picture.name.toLowerCase().includes(wanted));
  return (
    <fieldset className="known-pictures">
      <legend>{texts.known}</legend>
      {pictures.length >= MANY && (
        <input
          type="search"
          aria-label={texts.find}
          placeholder={texts.find}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {shown.length === 0 && <p className="muted">{texts.noneFound}</p>}
      {shown.map((picture) => (
        <button
          key={picture.address}
          type="button"
          aria-label={texts.choose(picture.name)}
          aria-pressed={picture.address === address}
          title={picture.name}
          onClick={() => onChoose(picture)}>
          <img src={picture.address} alt="" width={72} height={72} loading="lazy" />
        </button>
      ))}
    </fieldset>
  );
}
