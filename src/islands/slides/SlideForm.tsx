// The form in which an administrator writes a slide of the front page, new or not; a refusal keeps it, every other
// outcome leads back to the list.
import { SlideImagesField, SlideInput, usePictureAddress } from './SlideFields.tsx';
import '../../styles/editing.css';
import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { history, pageEditor } from '../../lib/editing/editor-texts.ts';
import { failureText, ownText } from '../../lib/platform/failure-texts.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router, askIfEnded, openForm, openInShell } from '../../lib/platform/router.ts';
import { createSlideForm, type SlideFormStore } from '../../lib/slides/form-store.ts';
import { $slideBanner, leaveMissingSlide } from '../../lib/slides/list-store.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
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
import { Button, Message } from '../ui/controls.tsx';
import { DiscardButton, DraftOffer } from '../ui/DraftOffer.tsx';
import { History } from '../ui/History.tsx';
import { useAddressId, useLeave, useStanding } from '../ui/hooks.ts';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';

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
  const { value, stored, saving, conflict, drafts, ...last } = useStore(form.$editing);
  const failure = useStanding(last.failure);
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
      left.set(id, form);
      $slideBanner.set({ kind: 'failed', title, failure: outcome.failure, id });
    } else {
      left.delete(id);
      const { joined } = form.$editing.get();
      $slideBanner.set({ kind: 'saved', title, isPublic: wasPublic || outcome.isPublic, joined });
    }
    $router.open(paths.slides(''));
  }

  function giveUp() {
    form.discard();
    left.delete(id);
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
  const address = usePictureAddress(stored ? undefined : fresh?.file);
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
