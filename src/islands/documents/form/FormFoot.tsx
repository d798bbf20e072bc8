// Below the form of a document: the outcome of the last save, progress of the present one, the buttons, and the
// questions that a save may ask.
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { Document, TemplateForForm } from '../../../../contract/documents/documents.ts';
import { clearsMarks, hasMistakes } from '../../../lib/documents/document-change.ts';
import { docflow, numberOf, pairOf } from '../../../lib/documents/document-texts.ts';
import { forecastAfter, purposeOf, stuckBy } from '../../../lib/documents/form-forecast.ts';
import { ALREADY_CREATED, type DocumentForm, type SaveQuestion } from '../../../lib/documents/form-store.ts';
import * as formTexts from '../../../lib/documents/form-texts.ts';
import { binnedIn } from '../../../lib/documents/return-address.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { keysHint } from '../../../lib/platform/keyboard.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { Button, Message } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DiscardButton } from '../../ui/DraftOffer.tsx';
import { useStanding } from '../../ui/hooks.ts';

const texts = formTexts.documentForm;

interface FootProps {
  readonly form: DocumentForm;
  readonly outlook: ReturnType<typeof useForecast>;
  /** Whether the author may not name signatories in place of those of the template. */
  readonly isFixed: boolean;
  readonly onCancel: () => void;
}

/** The foot of the form: outcome of the last save, progress of the present one, and the buttons. */
export function FormFoot({ form, outlook: { forecast, purpose, problem }, isFixed, onCancel }: FootProps) {
  const why = useId();
  const { saving, ...outcome } = useStore(form.$editing);
  const failure = useStanding(outcome.failure);
  const errors = useStore(form.$errors);
  const stopped = useStore(form.$stopped);
  const dirty = useStore(form.$unsaved);
  const words = useStore($portalWords);
  const isPlaced = hasMistakes(errors);
  const isNew = useStore(form.$document) === null;
  const said = stopped ? texts.stopped : failure && whatFailed(failure, isNew, formTexts.documentErrors(words));

  function giveUp() {
    form.stop();
    form.discard();
    form.keepFiles();
    // The guard against unsaved changes has to notice the discard first.
    setTimeout(onCancel);
  }

  return (
    <div className="form-foot">
      <p className="document-asked" role="status" id={why}>
        {problem
          ? `${routeTexts.problem(problem)} ${isFixed ? routeTexts.askAdmin : routeTexts.nameSigners}`
          : formTexts.signatoriesField.willAsk(forecast, purpose)}
      </p>
      {!saving && said && !isPlaced && <Message kind={stopped ? 'warning' : 'error'}>{said}</Message>}
      {saving && <Progress form={form} />}
      <div className="buttons">
        <Button
          type="submit"
          kind="main"
          busy={saving}
          aria-disabled={problem !== null || undefined}
          aria-describedby={problem ? why : undefined}>
          {saving ? texts.saving : problem ? texts.save.sign : texts.save[purpose]}
        </Button>
        {!dirty ? (
          <Button onClick={onCancel}>{texts.cancel}</Button>
        ) : (
          <DiscardButton details={texts.discardDetails} onDiscard={giveUp}>
            {texts.cancel}
          </DiscardButton>
        )}
        <span className="field-hint">{keysHint(texts.keys)}</span>
      </div>
    </div>
  );
}

/** Explains a failed save. Without an answer the outcome is unknown; a new document may safely be saved again. */
function whatFailed(failure: Failure, isNew: boolean, own: Readonly<Record<string, string>>): string {
  const binned = binnedIn(failure);
  const why = binned ? docflow.binned(binned) : failureText(failure, own);
  if (failure.code === ALREADY_CREATED) return `${why} ${texts.kept}`;
  if (failure.kind !== 'offline') return `${texts.failed} ${why} ${texts.kept}`;
  return [texts.unconfirmed, why, texts.kept, ...(isNew ? [texts.repeatable] : [])].join(' ');
}

function Progress({ form }: { readonly form: DocumentForm }) {
  const going = useStore(form.$sent);
  const awaited = useStore(form.$awaited);
  const sent = going ?? awaited;
  if (!sent) return null;
  const percent = sent.total === 0 ? 0 : Math.floor((sent.loaded / sent.total) * 100);
  const isGone = sent.loaded >= sent.total;
  return (
    <div className="sending">
      <p>{isGone ? formTexts.filesField.stored : formTexts.filesField.sending(percent)}</p>
      <progress max={100} value={percent} aria-label={formTexts.filesField.sending(percent)} />
      {!isGone && <Button onClick={form.stop}>{formTexts.filesField.stop}</Button>}
    </div>
  );
}

interface AskingProps {
  readonly form: DocumentForm;
  /** Recipients are asked when the acceptors are done. */
  readonly ordered: boolean;
  /** Of a new document. */
  readonly template: TemplateForForm | null;
}

/** Whom the save will ask, as the form stands, or the problem of the route for which nothing can be sent. */
export function useForecast({ form, ordered, template }: AskingProps) {
  const { value } = useStore(form.$editing);
  const stored = useStore(form.$document);
  const clears = clearsMarks(stored, value, useStore(form.$filesTouched));
  const forecast = forecastAfter(value, { stored, template, ordered, clears });
  return { forecast, purpose: purposeOf(forecast, stored, clears), problem: stuckBy(template, value, stored) };
}

interface SaveDialogProps {
  readonly question: SaveQuestion;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a save clears marks or makes a document without signatories; Esc keeps the form as it is. */
export function SaveDialog({ question, onYes, onNo }: SaveDialogProps) {
  const texts = question.about === 'marks' ? formTexts.newVersion : formTexts.noSignatories;
  const details =
    question.about === 'marks' ? formTexts.newVersion.details(question.marks) : formTexts.noSignatories.details;
  return (
    <Dialog heading={texts.question} onClose={onNo}>
      <p>{details}</p>
      <div className="buttons">
        <Button onClick={onNo}>{texts.no}</Button>
        <Button kind={question.about === 'marks' ? 'danger' : 'main'} onClick={onYes}>
          {texts.yes}
        </Button>
      </div>
    </Dialog>
  );
}

interface MadeDialogProps {
  readonly document: Document;
  /** Whether the form has another direction or type by now. */
  readonly isElsewhere: boolean;
  readonly onChange: () => void;
  readonly onApart: () => void;
  readonly onBack: () => void;
}

/** Says that an earlier save succeeded and asks what to do with the later changes; Esc keeps the form as it is. */
export function MadeDialog({ document, isElsewhere, onChange, onApart, onBack }: MadeDialogProps) {
  return (
    <Dialog heading={formTexts.documentMade.heading} onClose={onBack}>
      <p>{formTexts.documentMade.why}</p>
      <p>
        {pairOf(document)}, {numberOf(document)}:{' '}
        <a href={paths.document(document.id)} target="_blank" rel="noopener">
          {document.title}
        </a>
      </p>
      {isElsewhere && <p>{formTexts.documentMade.elsewhere}</p>}
      <div className="buttons">
        <Button onClick={onBack}>{formTexts.documentMade.back}</Button>
        <Button onClick={onApart}>{formTexts.documentMade.apart}</Button>
        <Button kind="main" onClick={onChange}>
          {formTexts.documentMade.change}
        </Button>
      </div>
    </Dialog>
  );
}
