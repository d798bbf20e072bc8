// The form in which staff write or edit a document: title, text, files, signatories. A failed save loses nothing. Pages
// around it are in DocumentPages.tsx.
import { DescriptionField } from './DescriptionField.tsx';
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Document, TemplateForForm } from '../../../../contract/documents/documents.ts';
import { SIGNATORY_KINDS, type SignatoryKind } from '../../../../contract/documents/words.ts';
import { COUNTERPARTY_MAX } from '../../../../contract/limits.ts';
import {
  asksCounterparty,
  type DocumentText,
  isRouteFixed,
  mandatedOf,
} from '../../../lib/documents/document-change.ts';
import { personName } from '../../../lib/documents/document-texts.ts';
import type { Beginning } from '../../../lib/documents/form-sample.ts';
import type { DocumentForm, SaveQuestion } from '../../../lib/documents/form-store.ts';
import {
  errorsAt,
  filesField,
  sampleTexts,
  savedText,
  signatoriesField,
  documentForm as texts,
} from '../../../lib/documents/form-texts.ts';
import { $savedDocument } from '../../../lib/documents/return-address.ts';
import { routeTexts as route } from '../../../lib/documents/route-texts.ts';
import { withMandated } from '../../../lib/documents/signatories.ts';
import type { Outcome } from '../../../lib/editing/editing-store.ts';
import { submitOnKey } from '../../../lib/platform/keyboard.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { $router, askIfEnded, openInShell } from '../../../lib/platform/router.ts';
import { ConflictDialog } from '../../ui/ConflictDialog.tsx';
import { Message } from '../../ui/controls.tsx';
import { DraftOffer } from '../../ui/DraftOffer.tsx';
import { TextField, TitleField } from '../../ui/TextField.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { FilesField } from './FilesField.tsx';
import { FormFoot, MadeDialog, SaveDialog, useForecast } from './FormFoot.tsx';
import { ReplacedField, RouteField, SignatoryField, stepsOfRoute, stepsOfTemplate } from './SignatoryField.tsx';

interface DocumentFormProps {
  readonly form: DocumentForm;
  readonly legend: string;
  readonly directing: number;
  readonly task: number;
  /** Recipients are asked when the acceptors are done. */
  readonly ordered: boolean;
  readonly place: (errors: { readonly directing: string; readonly task: string }) => ReactNode;
  readonly onCancel: () => void;
  readonly template?: TemplateForForm | null;
  /** Of a new document. */
  readonly beginning?: Beginning | null;
}

/** The document as one text, to compare two states. */
const wholeText = ({ title, description, acceptor, recipient }: DocumentText): string =>
  [
    title,
    description,
    `${signatoriesField.acceptor}: ${acceptor.map(personName).join(', ')}`,
    `${signatoriesField.recipient}: ${recipient.map(personName).join(', ')}`,
  ].join('\n\n');

/** The steps that the form shows; null: the document has lists instead. */
function routeIn(document: Document | null, template: TemplateForForm | null) {
  if (document)
    return document.route
      ? { steps: stepsOfRoute(document.route, document.acceptor), isFixed: true, problem: null, repeats: [] }
      : null;
  if (!template || (template.steps.length === 0 && !template.problem)) return null;
  const { isFixed, problem, repeats } = template;
  return { steps: stepsOfTemplate(template), isFixed, problem, repeats };
}

/** The acceptors of a route who cannot decide any more: others may take their places. */
const dismissedOf = ({ unable = [], acceptor }: Document): Document['acceptor'] =>
  acceptor.filter(({ uid }) => unable.some((one) => one.kind === 'acceptor' && one.uid === uid));

const hintOf = (kind: SignatoryKind, ordered: boolean): string | undefined =>
  kind === 'recipient' && ordered ? signatoriesField.ordered : undefined;

/** A save that waits for a confirmation, with the questions confirmed before. */
interface Asking {
  readonly question: SaveQuestion;
  readonly agreed: readonly SaveQuestion['about'][];
  readonly send: (() => Promise<Outcome>) | undefined;
}

export function DocumentFields(props: DocumentFormProps) {
  const { form, legend, directing, task, ordered, place, onCancel, template = null, beginning = null } = props;
  const { value, conflict, drafts, saving } = useStore(form.$editing);
  const document = useStore(form.$document);
  const made = useStore(form.$made);
  const counterparty = useStore(form.$counterparty);
  const words = useStore($portalWords);
  const routed = routeIn(document, template);
  const dismissed = document?.route ? dismissedOf(document) : [];
  const mandated = { acceptor: [], recipient: mandatedOf(document, template) };
  const kinds = routed?.isFixed ? (['recipient'] as const) : SIGNATORY_KINDS;
  const asksFor = !document && template !== null && asksCounterparty(value);
  const errors = errorsAt(useStore(form.$errors), words, value);
  const dirty = useStore(form.$unsaved);
  const outlook = useForecast({ form, ordered, template });
  const [asking, setAsking] = useState<Asking | null>(null);
  const [said, setSaid] = useState('');
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => form.stop, [form]);
  const set = (change: Partial<DocumentText>) => form.change({ ...form.$editing.get().value, ...change });

  async function submit(agreed: readonly SaveQuestion['about'][] = [], send?: () => Promise<Outcome>): Promise<void> {
    setAsking(null);
    const before = form.$document.get();
    if (outlook.problem) return;
    const outcome = await form.submit(agreed, send);
    // The user has left the form.
    if (!element.current) return;
    if (outcome.go === 'open') {
      const saved = form.$document.get();
      if (saved) $savedDocument.set({ id: saved.id, text: savedText(saved, before) });
      return $router.open(paths.document(outcome.id), true);
    }
    if (outcome.go === 'ask') return setAsking({ question: outcome.question, agreed, send });
    const { failure } = form.$editing.get();
    if (failure) askIfEnded(failure);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  function take(files: readonly File[]) {
    if (files.length === 0 || saving) return;
    const twice = form.addFiles(files);
    setSaid(twice.length > 0 ? filesField.known(twice) : '');
  }

  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take([...event.clipboardData.files]);
  }

  /** A file dropped beside the field is taken too: the browser would leave the page for it. */
  function drop(event: DragEvent) {
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  }

  return (
    <>
      {drafts.length > 0 && <DraftOffer drafts={drafts} onTake={form.takeDraft} onDrop={form.dropDraft} />}
      <form
        ref={element}
        className="document-form"
        aria-label={legend}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onPaste={paste}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onKeyDown={(event) => submitOnKey(event, () => void submit())}>
        {place(errors)}
        {beginning && beginning.renewed.length > 0 && (
          <Message kind="info">{sampleTexts.renewed(beginning.renewed)}</Message>
        )}
        {beginning && beginning.stale.length > 0 && (
          <Message kind="warning">{sampleTexts.stale(beginning.stale)}</Message>
        )}
        <TitleField label={texts.title} error={errors.title} value={value.title} onChange={(title) => set({ title })} />
        <DescriptionField
          keys={texts.keysOf(texts.save[outlook.purpose])}
          value={value.description}
          error={errors.description}
          onChange={(description) => set({ description })}
          onSubmit={() => void submit()}
        />
        <FilesField
          form={form}
          sample={beginning?.files ?? []}
          error={errors.files}
          said={said}
          onDone={setSaid}
          onFiles={take}
        />
        {asksFor && (
          <TextField
            label={route.counterparty}
            hint={route.counterpartyHint}
            error={errors.counterparty}
            most={COUNTERPARTY_MAX}
            value={counterparty}
            onChange={(name) => form.$counterparty.set(name)}
          />
        )}
        {routed && <RouteField {...routed} />}
        {document && dismissed.length > 0 && (
          <ReplacedField
            place={{ directing, task, kind: 'acceptor' }}
            stored={document.acceptor}
            dismissed={dismissed}
            list={value.acceptor}
            error={errors.acceptor}
            onTyped={(text) => form.typePerson('acceptor', text)}
            onChange={(acceptor) => set({ acceptor })}
          />
        )}
        {kinds.map((kind) => (
          <SignatoryField
            key={`${kind} ${directing} ${task}`}
            place={{ directing, task, kind }}
            list={withMandated(value[kind], mandated[kind])}
            mandated={mandated[kind]}
            stored={document?.[kind] ?? []}
            idle={document?.idle ?? beginning?.idle ?? []}
            hint={hintOf(kind, ordered)}
            error={errors[kind]}
            onTyped={(text) => form.typePerson(kind, text)}
            onChange={(list) => set({ [kind]: list })}
          />
        ))}
        <FormFoot form={form} outlook={outlook} isFixed={isRouteFixed(template)} onCancel={onCancel} />
      </form>
      {asking && (
        <SaveDialog
          key={asking.question.about}
          question={asking.question}
          onYes={() => void submit([...asking.agreed, asking.question.about], asking.send)}
          onNo={() => setAsking(null)}
        />
      )}
      {made && (
        <MadeDialog
          document={made.stored.value}
          isElsewhere={made.stored.value.directing.id !== directing || made.stored.value.task.id !== task}
          onChange={() => {
            form.becomeMade();
            void submit();
          }}
          onApart={() => {
            form.beApart();
            void submit();
          }}
          onBack={form.putOffMade}
        />
      )}
      {conflict && !asking && (
        <ConflictDialog
          conflict={conflict}
          value={value}
          textOf={wholeText}
          onOverwrite={() => void submit([], form.overwrite)}
          onTakeTheirs={form.takeTheirs}
          onPutOff={form.putOff}
        />
      )}
      <UnsavedGuard dirty={dirty} onKeep={form.keep} details={texts.unsavedDetails} open={openInShell} />
    </>
  );
}

interface PlaceProps {
  readonly directing: string;
  readonly task: string;
  readonly errors: { readonly directing: string; readonly task: string };
  /** Address where another pair is chosen; null: there is no other. */
  readonly change: string | null;
}

export function Place({ directing, task, errors, change }: PlaceProps) {
  return (
    <div className="document-place below-20 breaks">
      <p>
        <span className="visually-hidden">{texts.place}: </span>
        {directing} / {task}{' '}
        {change && (
          <a href={change} aria-label={texts.changePlaceOf}>
            {texts.changePlace}
          </a>
        )}
      </p>
      {[errors.directing, errors.task].filter(Boolean).map((error) => (
        <p key={error} className="field-error" role="alert">
          {error}
        </p>
      ))}
    </div>
  );
}
