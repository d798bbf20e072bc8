import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type MouseEvent, useId, useRef, useState } from 'react';
import type { DocumentRoute, Signatory } from '../../../../contract/documents/documents.ts';
import type { TemplateForForm } from '../../../../contract/documents/templates.ts';
import type { SignerPlace } from '../../../lib/documents/form-calls.ts';
import { signatoriesField as texts } from '../../../lib/documents/form-texts.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import {
  calledAs,
  isListed,
  type Signer,
  withMoved,
  withoutSigner,
  withSigner,
} from '../../../lib/documents/signatories.ts';
import { ConfirmButton, Message } from '../../ui/controls.tsx';
import { RouteSteps, type ShownStep } from '../RouteSteps.tsx';
import { PersonSearch } from './PersonSearch.tsx';

interface Props {
  readonly place: SignerPlace;
  readonly list: readonly Signer[];
  /** The entries as they stand at the server, with their marks. */
  readonly stored: readonly Signatory[];
  readonly hint?: string | undefined;
  readonly error: string;
  /** Told what stands in the field where people are looked for. */
  readonly onTyped: (text: string) => void;
  readonly onChange: (list: readonly Signer[]) => void;
}

/** The list of those who sign or acknowledge: found by name, put in order, taken out after a question. */
export function SignatoryField({ place, list, stored, hint, error, onTyped, onChange }: Props) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');

  function add(person: Signer) {
    const name = calledAs(person);
    if (isListed(list, person.uid)) return setSaid(texts.isListed(name));
    onChange(withSigner(list, person));
    setSaid(texts.added(name));
  }

  function move(person: Signer, by: 1 | -1) {
    const moved = withMoved(list, person.uid, by);
    if (moved === list) return;
    onChange(moved);
    const at = moved.findIndex(({ uid }) => uid === person.uid) + 1;
    setSaid(texts.moved(calledAs(person), at, moved.length));
  }

  function remove(person: Signer) {
    onChange(withoutSigner(list, person.uid));
    setSaid(texts.removed(calledAs(person)));
    // The row and its button are gone.
    requestAnimationFrame(() => field.current?.focus());
  }

  return (
    <fieldset className="signatories" data-invalid={error ? true : undefined}>
      <legend>{texts[place.kind]}</legend>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {list.length === 0 ? (
        <p className="muted">{texts.empty[place.kind]}</p>
      ) : (
        <ul className="signatory-list below-12">
          {list.map((person, index) => (
            <SignatoryRow
              key={person.uid}
              kind={place.kind}
              person={person}
              stored={stored.find(({ uid }) => uid === person.uid)}
              isFirst={index === 0}
              isLast={index === list.length - 1}
              onMove={(by) => move(person, by)}
              onRemove={() => remove(person)}
            />
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <PersonSearch
        place={place}
        listed={list}
        field={field}
        describedBy={described || undefined}
        invalid={error !== ''}
        onText={onTyped}
        onChoose={add}
      />
      <p role="status" className="field-hint signatory-said">
        {said}
      </p>
    </fieldset>
  );
}

interface SignatoryRowProps {
  readonly kind: 'acceptor' | 'recipient';
  readonly person: Signer;
  readonly stored: Signatory | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One signatory of a list, their decision so far, and what can be done with the row. */
function SignatoryRow({ kind, person, stored, isFirst, isLast, onMove, onRemove }: SignatoryRowProps) {
  const name = calledAs(person);
  const isMarked = stored !== undefined && (stored.accept || stored.declinedAt !== null);

  function move(event: MouseEvent<HTMLButtonElement>, by: 1 | -1) {
    const button = event.currentTarget;
    onMove(by);
    // A row that is put elsewhere loses the focus.
    requestAnimationFrame(() => button.focus());
  }

  return (
    <li>
      <span className="person-name below-12 left stack gap-8">{name}</span>
      <span className="person-position gap-4-8 row middle muted dense breaks">
        {person.position}
        {stored?.accept && <span className="tag ok">{kind === 'acceptor' ? texts.signed : texts.acknowledged}</span>}
        {stored && stored.declinedAt !== null && <span className="tag warn">{texts.declined}</span>}
      </span>
      <span className="signatory-buttons gap-4 line">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.up(name)}
          aria-disabled={isFirst}
          onClick={(event) => move(event, -1)}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.down(name)}
          aria-disabled={isLast}
          onClick={(event) => move(event, 1)}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </button>
        <ConfirmButton
          className="icon-button"
          label={texts.removeOf(name)}
          question={texts.removeQuestion}
          details={isMarked ? texts.removeMarked(name) : texts.removeDetails(name)}
          yes={texts.remove}
          onConfirm={async () => {
            onRemove();
            return { done: true };
          }}
        >
          <X size={18} aria-hidden="true" />
        </ConfirmButton>
      </span>
    </li>
  );
}

/** The steps of a template, as a form shows them. */
export const stepsOfTemplate = ({ steps }: TemplateForForm): ShownStep[] =>
  steps.map(({ people, ...step }) => ({ ...step, names: people.map(calledAs) }));

/** The steps that a document has taken already. */
export const stepsOfRoute = ({ steps }: DocumentRoute, acceptors: readonly Signatory[]): ShownStep[] => {
  const names = new Map(acceptors.map((person) => [person.uid, calledAs(person)]));
  return steps.map((step) => ({ ...step, names: step.people.flatMap((uid) => names.get(uid) ?? []) }));
};

interface RouteFieldProps {
  readonly steps: readonly ShownStep[];
  readonly isFixed: boolean;
  readonly problem: TemplateForForm['problem'];
}

/** Whom a document will ask by its route: to be read, not to be changed. */
export function RouteField({ steps, isFixed, problem }: RouteFieldProps) {
  return (
    <fieldset className="signatories">
      <legend>{routeTexts.heading}</legend>
      <p className="field-hint">{isFixed ? routeTexts.fixed : routeTexts.open}</p>
      {problem ? (
        <Message kind="warning">
          {routeTexts.problem(problem)} {isFixed && routeTexts.askAdmin}
        </Message>
      ) : (
        <RouteSteps steps={steps} />
      )}
    </fieldset>
  );
}
