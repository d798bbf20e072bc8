import { useStore } from '@nanostores/react';
import { ALREADY_CREATED, type DocumentForm } from '../../../lib/docflow/form-store.ts';
import { documentErrors, filesField, documentForm as texts } from '../../../lib/docflow/form-texts.ts';
import type { Failure } from '../../../lib/http/failure.ts';
import { $portalWords } from '../../../lib/portal/portal-words.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { DiscardButton } from '../../ui/DiscardButton.tsx';
import { Message } from '../../ui/Message.tsx';

interface Props {
  readonly form: DocumentForm;
  readonly onCancel: () => void;
}

/** The end of the form: what became of the last save, how far the present one is, and the buttons. */
export function FormFoot({ form, onCancel }: Props) {
  const { saving, failure } = useStore(form.$editing);
  const errors = useStore(form.$errors);
  const stopped = useStore(form.$stopped);
  const dirty = useStore(form.$unsaved);
  const words = useStore($portalWords);
  const isPlaced = Object.values(errors).some((code) => code !== '');
  const isNew = useStore(form.$document) === null;
  const said = stopped ? texts.stopped : failure && whatFailed(failure, isNew, documentErrors(words));

  function giveUp() {
    form.stop();
    form.discard();
    form.keepFiles();
    // What asks before the way back has to hear of it first.
    setTimeout(onCancel);
  }

  return (
    <div className="form-foot">
      {!saving && said && !isPlaced && <Message kind={stopped ? 'warning' : 'error'}>{said}</Message>}
      {saving && <Progress form={form} />}
      <div className="buttons">
        <Button type="submit" kind="main" busy={saving}>
          {saving ? texts.saving : texts.save}
        </Button>
        {!dirty ? (
          <Button onClick={onCancel}>{texts.cancel}</Button>
        ) : (
          <DiscardButton details={texts.discardDetails} onDiscard={giveUp}>
            {texts.cancel}
          </DiscardButton>
        )}
        <span className="field-hint">{texts.keys}</span>
      </div>
    </div>
  );
}

/** Without an answer nobody knows whether the document is there: a new one may safely be saved again. */
function whatFailed(failure: Failure, isNew: boolean, own: Readonly<Record<string, string>>): string {
  const why = failureText(failure, own);
  if (failure.code === ALREADY_CREATED) return `${why} ${texts.kept}`;
  if (failure.kind !== 'offline') return `${texts.failed} ${why} ${texts.kept}`;
  return [texts.unconfirmed, why, texts.kept, ...(isNew ? [texts.repeatable] : [])].join(' ');
}

/** How much of the files has gone, with a way to stop. */
function Progress({ form }: { readonly form: DocumentForm }) {
  const going = useStore(form.$sent);
  const awaited = useStore(form.$awaited);
  const sent = going ?? awaited;
  if (!sent) return null;
  const percent = sent.total === 0 ? 0 : Math.floor((sent.loaded / sent.total) * 100);
  const isGone = sent.loaded >= sent.total;
  return (
    <div className="sending">
      <p>{isGone ? filesField.stored : filesField.sending(percent)}</p>
      <progress max={100} value={percent} aria-label={filesField.sending(percent)} />
      {!isGone && <Button onClick={form.stop}>{filesField.stop}</Button>}
    </div>
  );
}
