import '../../styles/editing.css';
import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { ImagePlus, X } from 'lucide-react';
import { type ClipboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../rules/format/texts.ts';
import { history, pageEditor } from '../../lib/editing/editor-texts.ts';
import { siteLinks } from '../../lib/pages/site-links.ts';
import { failureText, ownText } from '../../lib/platform/failure-texts.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { noteImageSources } from '../../lib/platform/picture-addresses.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router, askIfEnded, openForm, openInShell } from '../../lib/platform/router.ts';
import { createSlideForm, type NewImage, type SlideFormStore } from '../../lib/slides/form-store.ts';
import { $slideBanner, leaveMissingSlide } from '../../lib/slides/list-store.ts';
import { sitePictures, slideCalls } from '../../lib/slides/slide-calls.ts';
import {
  comparedText,
  SLIDE_FIELD_NAMES,
  type SlideText,
  slideErrors,
  slides,
  slideFormTexts as texts,
} from '../../lib/slides/slide-fields.ts';
import { slideHtml } from '../../lib/slides/slide-html.ts';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { Button, ConfirmButton, type Confirmed, Message } from '../ui/controls.tsx';
import { DiscardButton, DraftOffer } from '../ui/DraftOffer.tsx';
import { DropZone } from '../ui/FileDrop.tsx';
import { History } from '../ui/History.tsx';
import { useAddressId, useLeave } from '../ui/hooks.ts';
import { MarkdownEditor } from '../ui/MarkdownEditor.tsx';
import { TitleField } from '../ui/TextField.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';

/** The form of a slide, new or there already. A refusal keeps it; every other outcome leads back to the list. */
export default function SlideForm() {
  const id = useAddressId() || null;
  const [form] = useState(() => slideFormOf(id));
  const { phase, failure } = useStore(form.$editing);

  useEffect(() => openForm(), []);
  useLeave(phase === 'failed' ? failure : null, leaveMissingSlide);

  if (phase !== 'ready') return <p role="status">{slides.loadingOne}</p>;
  return <Filling id={id} form={form} />;
}

function Filling({ id, form }: { readonly id: number | null; readonly form: SlideFormStore }) {
  const { value, stored, saving, failure, conflict, drafts } = useStore(form.$editing);
  const { errors, images } = useStore(form.$form);
  const dirtyText = useStore(form.$dirty);
  const words = useStore($portalWords);
  const [withHistory, setWithHistory] = useState(false);
  const [said, setSaid] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const own = slideErrors(words);
  const errorOf = (code: string): string => (code === '' ? '' : ownText(own, code) || texts.failed);
  const dirty = dirtyText || images.length > 0;
  const back = id === null ? paths.slides('') : paths.slide(id);
  const input = (name: keyof SlideText) => (
    <SlideInput
      key={name}
      name={name}
      text={value}
      error={errorOf(errors[name])}
      onChange={(change) => form.change({ ...value, ...change })}
      onSubmit={() => void submit()}
    />
  );

  async function submit(send = form.save): Promise<void> {
    const wasPublic = stored?.value.isPublic ?? false;
    const outcome = await form.submit(send);
    if (outcome.go === 'stay') {
      const { failure: refusal } = form.$editing.get();
      if (refusal) askIfEnded(refusal);
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const { title } = outcome;
    if (outcome.failure) {
      keepSlideForm(id, form);
      $slideBanner.set({ kind: 'failed', title, failure: outcome.failure, id });
    } else {
      dropSlideForm(id);
      $slideBanner.set({
        kind: 'saved',
        title,
        isPublic: wasPublic || value.isPublic,
        joined: form.$editing.get().joined,
      });
    }
    $router.open(paths.slides(''));
  }

  function giveUp() {
    form.discard();
    dropSlideForm(id);
    $router.open(back);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    form.add(files);
  }

  async function restored(version: number): Promise<void> {
    await form.open();
    setSaid(history.restored(version));
  }

  const isPlaced = Object.values(errors).some((code) => code !== '');
  return (
    <>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      <DraftOffer drafts={drafts} onTake={form.takeDraft} onDrop={form.dropDraft} />
      <form
        ref={element}
        className="slide-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onPaste={paste}
        onKeyDown={(event) => submitOnKey(event, () => void submit())}>
        {input('title')}
        <SlideImagesField form={form} error={errorOf(errors.images)} />
        {SLIDE_FIELD_NAMES.filter((name) => name !== 'title').map(input)}
        <SlidePreview form={form} />
        {failure && !isPlaced && (
          <Message kind="error">
            {texts.failed} {failureText(failure, own)} {pageEditor.textKept}
          </Message>
        )}
        <div className="buttons">
          <Button type="submit" kind="main" busy={saving}>
            {texts.save}
          </Button>
          {dirty ? (
            <DiscardButton onDiscard={giveUp}>{texts.cancel}</DiscardButton>
          ) : (
            <a className="button" href={back}>
              {texts.cancel}
            </a>
          )}
          {id !== null && (
            <Button kind="quiet" aria-expanded={withHistory} onClick={() => setWithHistory(!withHistory)}>
              {texts.history}
            </Button>
          )}
        </div>
      </form>
      {withHistory && id !== null && stored && (
        <History
          calls={{
            list: () => slideCalls.history(id),
            text: async (version) => comparedText(await slideCalls.version(id, version)),
            restore: (version) => slideCalls.restore(id, version),
          }}
          present={comparedText(stored.value)}
          onRestored={(version) => void restored(version)}
        />
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          value={value}
          textOf={comparedText}
          onOverwrite={() => void submit(form.overwrite)}
          onResolve={(choices) => void submit(() => form.resolve(choices))}
          onTakeTheirs={form.takeTheirs}
          onPutOff={form.putOff}
        />
      )}
      <UnsavedGuard dirty={dirty} onKeep={form.keep} open={openInShell} />
    </>
  );
}

/** The slide as the front page will show it: with its first picture, one that is not sent yet too. */
function SlidePreview({ form }: { readonly form: SlideFormStore }) {
  const { value } = useStore(form.$editing);
  const { files, images } = useStore(form.$form);
  const [stored] = files;
  const [fresh] = images;
  const [address, setAddress] = useState('');
  const file = stored ? undefined : fresh?.file;

  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress('');
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const title = value.title.trim() || slides.untitled;
  const html = slideHtml({ id: 0, ...value, title, files: stored ? [stored] : [] }, 0, address);
  return (
    <section className="slide-preview below-20" aria-labelledby="slide-preview">
      <h2 id="slide-preview">{texts.preview}</h2>
      <ul
        className="slides"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the same hand as the front page, which escapes everything
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}

/** Forms that were left with a failure: a return to the address finds them as they were, chosen pictures included. */
const left = new Map<number | null, SlideFormStore>();

/** The form of a slide: the one that was left with a failure, or a new one. `id` null: of a new slide. */
function slideFormOf(id: number | null): SlideFormStore {
  const kept = left.get(id);
  if (kept) return kept;
  const form = createSlideForm(slideCalls, id, now);
  void form.open();
  return form;
}

/** Keeps a form for a return to it. */
const keepSlideForm = (id: number | null, form: SlideFormStore): void => void left.set(id, form);

/** Forgets a form that is done with. */
const dropSlideForm = (id: number | null): void => void left.delete(id);

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

/** The input of one field of a slide. */
function SlideInput<Name extends keyof SlideText>({ name, text, error, onChange, onSubmit }: SlideInputProps<Name>) {
  return SLIDE_INPUTS[name]({
    value: text[name],
    error,
    onChange: (value) => onChange({ [name]: value } as Partial<SlideText>),
    onSubmit,
  });
}

interface SlideImagesFieldProps {
  readonly form: SlideFormStore;
  readonly error: string;
}

/** The pictures of a slide: those it has, those that are chosen, and the field for more. */
function SlideImagesField({ form, error }: SlideImagesFieldProps) {
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
