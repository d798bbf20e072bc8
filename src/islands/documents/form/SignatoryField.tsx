// The people in the form of a document who shall approve or acknowledge it: found by name, reordered, removed; or the
// fixed steps of a template.
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import type { DocumentRoute, Signatory, TemplateForForm } from '../../../../contract/documents/documents.ts';
import { personName, routeTexts } from '../../../lib/documents/document-texts.ts';
import { documentFormCalls, type SignerPlace } from '../../../lib/documents/form-calls.ts';
import { signatoriesField as texts } from '../../../lib/documents/form-texts.ts';
import * as signatories from '../../../lib/documents/signatories.ts';
import { failureText, tryAgain } from '../../../lib/platform/failure-texts.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Button, ConfirmButton, Message } from '../../ui/controls.tsx';
import { PersonOption } from '../DocumentTags.tsx';
import { MoveButtons } from '../MoveButtons.tsx';
import { RouteSteps, type ShownStep } from '../RouteSteps.tsx';

interface SignatoryFieldProps {
  readonly place: SignerPlace;
  readonly list: readonly signatories.Signer[];
  /** The stored entries, with their marks. */
  readonly stored: readonly Signatory[];
  readonly hint?: string | undefined;
  readonly error: string;
  readonly onTyped: (text: string) => void;
  readonly onChange: (list: readonly signatories.Signer[]) => void;
}

/** The list of acceptors or recipients of the form: found by name, reordered, removed after a confirmation. */
export function SignatoryField({ place, list, stored, hint, error, onTyped, onChange }: SignatoryFieldProps) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');

  function add(person: signatories.Signer) {
    const name = personName(person);
    if (signatories.isListed(list, person.uid)) return setSaid(texts.isListed(name));
    onChange(signatories.withSigner(list, person));
    setSaid(texts.added(name));
  }

  function move(person: signatories.Signer, by: 1 | -1) {
    const moved = signatories.withMoved(list, person.uid, by);
    if (moved === list) return;
    onChange(moved);
    const at = moved.findIndex(({ uid }) => uid === person.uid) + 1;
    setSaid(texts.moved(personName(person), at, moved.length));
  }

  function remove(person: signatories.Signer) {
    onChange(signatories.withoutSigner(list, person.uid));
    setSaid(texts.removed(personName(person)));
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
  readonly person: signatories.Signer;
  readonly stored: Signatory | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function SignatoryRow({ kind, person, stored, isFirst, isLast, onMove, onRemove }: SignatoryRowProps) {
  const name = personName(person);
  const isMarked = stored !== undefined && (stored.accept || stored.declinedAt !== null);

  return (
    <li>
      <PersonOption name={name}>
        {person.position}
        {stored?.accept && <span className="tag ok">{kind === 'acceptor' ? texts.signed : texts.acknowledged}</span>}
        {stored && stored.declinedAt !== null && <span className="tag warn">{texts.declined}</span>}
      </PersonOption>
      <MoveButtons up={texts.up(name)} down={texts.down(name)} isFirst={isFirst} isLast={isLast} onMove={onMove}>
        <ConfirmButton
          className="icon-button"
          label={texts.removeOf(name)}
          question={texts.removeQuestion}
          details={isMarked ? texts.removeMarked(name) : texts.removeDetails(name)}
          yes={texts.remove}
          onConfirm={async () => {
            onRemove();
            return { done: true };
          }}>
          <X size={18} aria-hidden="true" />
        </ConfirmButton>
      </MoveButtons>
    </li>
  );
}

export const stepsOfTemplate = ({ steps }: TemplateForForm): ShownStep[] =>
  steps.map(({ people, ...step }) => ({ ...step, names: people.map(personName) }));

export const stepsOfRoute = ({ steps }: DocumentRoute, acceptors: readonly Signatory[]): ShownStep[] => {
  const names = new Map(acceptors.map((person) => [person.uid, personName(person)]));
  return steps.map((step) => ({ ...step, names: step.people.flatMap((uid) => names.get(uid) ?? []) }));
};

interface RouteFieldProps {
  readonly steps: readonly ShownStep[];
  readonly isFixed: boolean;
  readonly problem: TemplateForForm['problem'];
}

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

interface PersonSearchProps {
  readonly place: SignerPlace;
  readonly listed: readonly signatories.Signer[];
  readonly field: Ref<HTMLInputElement>;
  readonly describedBy?: string | undefined;
  readonly invalid: boolean;
  /** Called with the text of the field; '' after a choice. */
  readonly onText: (text: string) => void;
  readonly onChoose: (person: signatories.Signer) => void;
}

/** Finds people who may sign, or acknowledge, documents of a pair, by name or position. */
function PersonSearch({ place, listed, field, describedBy, invalid, onText, onChoose }: PersonSearchProps) {
  const [search] = useState(() =>
    signatories.createPeopleSearch((text, signal) => documentFormCalls.people(place, text, signal)),
  );
  const { phase, people, failure } = useStore(search.$people);
  const [typed, setTyped] = useState('');

  function note() {
    if (phase === 'failed' && failure) {
      return (
        <p className="combobox-note field-error" role="alert">
          {texts.failed} {failureText(failure)}{' '}
          <Button
            kind="quiet"
            onClick={() => {
              askIfEnded(failure);
              search.again();
            }}>
            {tryAgain}
          </Button>
        </p>
      );
    }
    const said =
      phase === 'asking' && people.length === 0
        ? texts.asking
        : phase === 'ready' && people.length === 0
          ? texts.none(typed.trim())
          : '';
    const heard = phase === 'ready' && people.length > 0 ? texts.foundCount(people.length) : '';
    return (
      <p role="status" className={said ? 'combobox-note muted' : 'visually-hidden'}>
        {said || heard}
      </p>
    );
  }

  return (
    <Combobox
      label={place.kind === 'acceptor' ? texts.acceptorSearch : texts.recipientSearch}
      placeholder={texts.placeholder}
      listLabel={texts.found}
      items={people}
      keyOf={({ uid }) => uid}
      draw={(person) => (
        <PersonOption name={personName(person)}>
          {person.position}
          {signatories.isListed(listed, person.uid) && <span className="tag signal">{texts.listed}</span>}
        </PersonOption>
      )}
      note={note()}
      field={field}
      describedBy={describedBy}
      invalid={invalid}
      onText={(text) => {
        setTyped(text);
        search.type(text);
        onText(text);
      }}
      onChoose={onChoose}
    />
  );
}
