import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { $router, openInShell } from '../../lib/browser/router.ts';
import { submitOnKey } from '../../lib/browser/submit-key.ts';
import { history, pageEditor } from '../../lib/editing/editor-texts.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { $slideBanner } from '../../lib/slides/banner-store.ts';
import type { SlideForm as SlideFormStore, SlideText } from '../../lib/slides/form-store.ts';
import { dropSlideForm, keepSlideForm, slideFormOf } from '../../lib/slides/kept-forms.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
import { comparedText, SLIDE_FIELD_NAMES } from '../../lib/slides/slide-text.ts';
import { slideErrors, slides, slideFormTexts as texts } from '../../lib/slides/slide-texts.ts';
import { failureText, ownText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { DiscardButton } from '../ui/DiscardButton.tsx';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { History } from '../ui/History.tsx';
import { Message } from '../ui/Message.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { SlideImagesField } from './SlideImagesField.tsx';
import { SlideInput } from './SlideInput.tsx';
import { SlidePreview } from './SlidePreview.tsx';
import { useSlideId } from './use-slide-id.ts';

/** The form of a slide, new or there already. A refusal keeps it; every other outcome leads back to the list. */
export default function SlideForm() {
  const id = useSlideId();
  const [form] = useState(() => slideFormOf(id));
  const { phase, failure } = useStore(form.$editing);

  useEffect(() => openForm(), []);
  useEffect(() => {
    if (phase !== 'failed' || !failure) return;
    if (failure.kind !== 'missing') return leaveToAuth(failure);
    $slideBanner.set({ kind: 'missing' });
    $router.open(paths.slides(''), true);
  }, [phase, failure]);

  if (phase !== 'ready') return <p role="status">{slides.loadingOne}</p>;
  return <Filling id={id} form={form} />;
}

function Filling({ id, form }: { readonly id: number | null; readonly form: SlideFormStore }) {
  const { value, stored, saving, failure, conflict, drafts } = useStore(form.$editing);
  const errors = useStore(form.$errors);
  const images = useStore(form.$images);
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
        onKeyDown={(event) => submitOnKey(event, () => void submit())}
      >
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
