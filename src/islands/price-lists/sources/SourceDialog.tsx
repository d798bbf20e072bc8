import { type SubmitEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import { unsaved } from '../../../lib/editing/editor-texts.ts';
import { failureText } from '../../../lib/platform/http-client.ts';
import { askToLeave, openForm } from '../../../lib/platform/router.ts';
import {
  NEW_SOURCE,
  newSourceBody,
  type SourceForm,
  sourceBody,
  sourceFormOf,
  sourceMistakes,
} from '../../../lib/price-lists/sources/source-form.ts';
import { sourceForm as texts } from '../../../lib/price-lists/sources/source-form-texts.ts';
import { sourceErrors } from '../../../lib/price-lists/sources/source-texts.ts';
import type { Sources } from '../../../lib/price-lists/sources/sources-store.ts';
import { DialogFoot } from '../../ui/controls.tsx';
import { useCall } from '../../ui/hooks.ts';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { type KnownOwners, OwnerFields } from './OwnerFields.tsx';
import { LimitFields, PlaceFields, ScheduleFields } from './SourceFields.tsx';

interface Props {
  /** Null: a new one. */
  readonly source: ImportSource | null;
  readonly known: KnownOwners;
  readonly store: Sources;
  readonly onSaved: (title: string) => void;
  readonly onClose: () => void;
}

/** Adds a source or changes one; what was typed outlives a refusal. */
export function SourceDialog({ source, known, store, onSaved, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [before] = useState<SourceForm>(() => (source ? sourceFormOf(source) : NEW_SOURCE));
  const [form, setForm] = useState(before);
  const [tried, setTried] = useState(false);
  const { busy, failure, run, forget } = useCall();
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(openForm, []);

  const isTyped = JSON.stringify(form) !== JSON.stringify(before);
  /** Esc and the gesture «back» of a phone, too, ask before anything typed is lost. */
  const leave = (event?: SyntheticEvent) => {
    event?.preventDefault();
    askToLeave(() => dialog.current?.close());
  };

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    forget();
    if (sourceMistakes(form, source).size > 0) {
      // The mistakes are drawn by then.
      requestAnimationFrame(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const failed = await run(() =>
      source ? store.change(source.id, sourceBody(form)) : store.create(newSourceBody(form)),
    );
    if (failed !== null) return;
    onSaved(form.title.trim());
    dialog.current?.close();
  }

  const part = {
    form,
    source,
    mistakes: tried ? sourceMistakes(form, source) : new Map<string, string>(),
    onChange: (change: Partial<SourceForm>) => setForm((typed) => ({ ...typed, ...change })),
  };
  return (
    <>
      <dialog
        ref={dialog}
        className="confirm wide"
        aria-labelledby={heading}
        onKeyDown={(event) => event.key === 'Escape' && isTyped && leave(event)}
        onCancel={leave}
        onClose={onClose}
      >
        <h2 id={heading}>{source ? texts.editHeading : texts.createHeading}</h2>
        <form className="source-form" onSubmit={(event) => void save(event)} noValidate>
          <OwnerFields {...part} known={known} />
          <PlaceFields {...part} />
          <ScheduleFields {...part} />
          <LimitFields {...part} />
          <p role="alert" className="field-error">
            {failureText(failure, sourceErrors)}
          </p>
          <DialogFoot cancel={texts.cancel} submit={source ? texts.save : texts.create} busy={busy} onCancel={leave} />
        </form>
      </dialog>
      <UnsavedGuard dirty={isTyped} details={unsaved.discardDetails} />
    </>
  );
}
