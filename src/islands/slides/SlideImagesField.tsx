import { useStore } from '@nanostores/react';
import { ImagePlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../../rules/format/texts.ts';
import { failureText, ownText } from '../../lib/platform/http-client.ts';
import { noteImageSources } from '../../lib/platform/picture-addresses.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import type { NewImage, SlideForm } from '../../lib/slides/form-store.ts';
import { slideErrors, slideFormTexts as texts } from '../../lib/slides/slide-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { DropZone } from '../ui/FileDrop.tsx';

interface Props {
  readonly form: SlideForm;
  readonly error: string;
}

/** The pictures of a slide: those it has, those that are chosen, and the field for more. */
export function SlideImagesField({ form, error }: Props) {
  const { files, images } = useStore(form.$form);
  const words = useStore($portalWords);

  async function remove(fileName: string): Promise<Confirmed> {
    const failure = await form.removeStored(fileName);
    if (!failure) return { done: true };
    askIfEnded(failure);
    return { refused: failureText(failure, slideErrors(words)) };
  }

  return (
    <div className="slide-images-field">
      {files.length > 0 && (
        <ul className="slide-images below-16 row gap-16" aria-label={texts.stored}>
          {files.map(({ fileName, originalName }) => (
            <li key={fileName}>
              <img {...noteImageSources(fileName)} alt={originalName} width={120} height={90} />
              <span className="slide-image-name small" title={originalName}>
                {originalName}
              </span>
              <ConfirmButton
                className="button quiet"
                label={texts.removeStored(originalName)}
                question={texts.removeQuestion}
                details={texts.removeDetails(originalName)}
                yes={texts.remove}
                onConfirm={() => remove(fileName)}
              >
                {texts.remove}
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      {images.length > 0 && (
        <ul className="slide-images below-16 row gap-16" aria-label={texts.fresh}>
          {images.map((image) => (
            <NewPicture key={image.id} image={image} onRemove={() => form.removeNew(image.id)} />
          ))}
        </ul>
      )}
      <DropZone
        label={texts.images}
        hint={texts.imagesHint}
        accept="image/*"
        multiple
        error={error}
        Icon={ImagePlus}
        onFiles={form.add}
      >
        {texts.imagesPrompt}
      </DropZone>
    </div>
  );
}

/** A picture that is chosen and not sent yet. */
function NewPicture({ image, onRemove }: { readonly image: NewImage; readonly onRemove: () => void }) {
  const { file, error } = image;
  const [address, setAddress] = useState('');
  const words = useStore($portalWords);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <li>
      {address !== '' && <img src={address} alt={file.name} width={120} height={90} />}
      <span className="slide-image-name small" title={file.name}>
        {file.name}
      </span>
      <span className="small">
        <span className="muted">{formatBytes(file.size)}</span>
        {error && <span className="field-error"> {ownText(slideErrors(words), error)}</span>}
      </span>
      <button type="button" className="icon-button" aria-label={texts.removeNew(file.name)} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </button>
    </li>
  );
}
