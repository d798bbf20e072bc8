// How each field of a slide is filled in, in the order of the form, and the field for its pictures. A new field of
// slides gets its input here.
import { useStore } from '@nanostores/react';
import { ImagePlus, X } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { formatBytes } from '../../../rules/format/texts.ts';
import { siteLinks } from '../../lib/pages/site-links.ts';
import { failureText, ownText } from '../../lib/platform/failure-texts.ts';
import { noteImageSources } from '../../lib/platform/picture-addresses.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import type { NewImage, SlideFormStore } from '../../lib/slides/form-store.ts';
import { sitePictures } from '../../lib/slides/slide-calls.ts';
import { type SlideText, slideErrors, slideFormTexts as texts } from '../../lib/slides/slide-fields.ts';
import { ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { DropZone } from '../ui/FileDrop.tsx';
import { MarkdownEditor } from '../ui/MarkdownEditor.tsx';
import { TitleField } from '../ui/TextField.tsx';

interface Input<Value> {
  readonly value: Value;
  /** What is wrong with it; '' when nothing is. */
  readonly error: string;
  readonly onChange: (value: Value) => void;
  readonly onSubmit: () => void;
}

type SlideInputs = { readonly [Name in keyof SlideText]: (input: Input<SlideText[Name]>) => ReactElement };

/** How each field of a slide is filled in, in the order of the form. */
const SLIDE_INPUTS: SlideInputs = {
  title: ({ value, error, onChange }) => (
    <TitleField label={texts.title} error={error} value={value} onChange={onChange} />
  ),
  message: ({ value, error, onChange, onSubmit }) => (
    <MarkdownEditor
      label={texts.message}
      name="message"
      value={value}
      error={error}
      pictures={sitePictures}
      links={siteLinks}
      onChange={onChange}
      onSubmit={onSubmit}
    />
  ),
  isPublic: ({ value, onChange }) => (
    <label className="check">
      <input type="checkbox" name="isPublic" checked={value} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {texts.publish}
        <small className="field-hint">{texts.publishHint}</small>
      </span>
    </label>
  ),
};

interface SlideInputProps<Name extends keyof SlideText> {
  readonly name: Name;
  readonly text: SlideText;
  readonly error: string;
  readonly onChange: (change: Partial<SlideText>) => void;
  readonly onSubmit: () => void;
}

export function SlideInput<Name extends keyof SlideText>(props: SlideInputProps<Name>) {
  const { name, text, onChange, ...input } = props;
  const change = (value: SlideText[Name]) => onChange({ [name]: value } as Partial<SlideText>);
  return SLIDE_INPUTS[name]({ ...input, value: text[name], onChange: change });
}

interface SlideImagesFieldProps {
  readonly form: SlideFormStore;
  readonly error: string;
}

/** The pictures of a slide: those it has, those that are chosen, and the field for more. */
export function SlideImagesField({ form, error }: SlideImagesFieldProps) {
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
                onConfirm={() => remove(fileName)}>
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
        onFiles={form.add}>
        {texts.imagesPrompt}
      </DropZone>
    </div>
  );
}

/** The address under which a chosen picture can be shown; '' for any other file, and before the first effect. */
export function usePictureAddress(file: File | undefined): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress('');
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function NewPicture({ image, onRemove }: { readonly image: NewImage; readonly onRemove: () => void }) {
  const { file, error, why } = image;
  const address = usePictureAddress(file);
  const words = useStore($portalWords);
  return (
    <li>
      {address !== '' && <img src={address} alt={file.name} width={120} height={90} />}
      <span className="slide-image-name small" title={file.name}>
        {file.name}
      </span>
      <span className="small">
        <span className="muted">{formatBytes(file.size)}</span>
        {error && <span className="field-error"> {why || ownText(slideErrors(words), error)}</span>}
      </span>
      <button type="button" className="icon-button" aria-label={texts.removeNew(file.name)} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </button>
    </li>
  );
}
