// The people in the form of a document who shall approve or acknowledge it: found by name, reordered, removed; or the
// fixed steps of a template.
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import type { IdleState } from '../../../../contract/accounts/accounts.ts';
import type { Document, DocumentRoute, Signatory, TemplateForForm } from '../../../../contract/documents/documents.ts';
import { SIGNATORIES_MAX } from '../../../../contract/limits.ts';
import { idleAccounts, personName } from '../../../lib/documents/document-texts.ts';
import { documentFormCalls, type SignerPlace } from '../../../lib/documents/form-calls.ts';
import { signatoriesField as texts } from '../../../lib/documents/form-texts.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import * as signatories from '../../../lib/documents/signatories.ts';
import { failureText, tryAgain } from '../../../lib/platform/failure-texts.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Button, ConfirmButton, Field, Message } from '../../ui/controls.tsx';
import { useCall } from '../../ui/hooks.ts';
import { PersonOption } from '../DocumentTags.tsx';
import { MoveButtons } from '../MoveButtons.tsx';
import { RouteSteps, type ShownStep } from '../RouteSteps.tsx';

interface SignatoryFieldProps {
  readonly place: SignerPlace;
  readonly list: readonly signatories.Signer[];
  /** Those of the list whom the route names: they are not removed. */
  readonly mandated: readonly signatories.Signer[];
  /** The stored entries, with their marks. */
  readonly stored: readonly Signatory[];
  readonly idle: NonNullable<Document['idle']>;
  readonly hint?: string | undefined;
  readonly error: string;
  readonly onTyped: (text: string) => void;
  readonly onChange: (list: readonly signatories.Signer[]) => void;
}

/** The list of acceptors or recipients of the form: found by name, reordered, removed after a confirmation. */
export function SignatoryField({
  place,
  list,
  mandated,
  stored,
  idle,
  hint,
  error,
  onTyped,
  onChange,
}: SignatoryFieldProps) {
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
              idle={idle.find(({ uid }) => uid === person.uid)?.state}
              isMandated={signatories.isListed(mandated, person.uid)}
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
        label={place.kind === 'acceptor' ? texts.acceptorSearch : texts.recipientSearch}
        place={place}
        listed={list}
        field={field}
        describedBy={described || undefined}
        invalid={error !== ''}
        onText={onTyped}
        onChoose={add}
      />
      {place.kind === 'recipient' && (
        <GroupChoice
          place={place}
          onChoose={(people) => {
            const next = people.reduce(signatories.withSigner, list);
            onChange(next);
            setSaid(texts.addedMany(next.length - list.length));
          }}
        />
      )}
      <p role="status" className="field-hint signatory-said">
        {said}
      </p>
    </fieldset>
  );
}

interface GroupChoiceProps {
  readonly place: SignerPlace;
  readonly onChoose: (people: readonly signatories.Signer[]) => void;
}

/** Adds everybody who may acknowledge, or those of them who have one role; the people are read at the first use. */
function GroupChoice({ place, onChoose }: GroupChoiceProps) {
  const [people, setPeople] = useState<readonly signatories.Signer[] | null>(null);
  const { busy, failure, run } = useCall();
  if (!people) {
    return (
      <>
        <Button
          kind="quiet"
          busy={busy}
          onClick={() => void run(async () => setPeople(await documentFormCalls.everyone(place)))}>
          {texts.byRole}
        </Button>
        {failure && (
          <p className="field-error" role="alert">
            {failureText(failure)}
          </p>
        )}
      </>
    );
  }
  if (people.length === 0) return <p className="muted small">{texts.noReaders}</p>;
  const groups = signatories.groupsOf(people);
  return (
    <Field label={texts.byRoleLabel} hint={people.length > SIGNATORIES_MAX ? texts.tooManyReaders : undefined}>
      {(control) => (
        <ChoiceSelect
          {...control}
          none={texts.chooseGroup}
          choices={groups.map((group, id) => ({ id, title: texts.group(group.role, group.people.length) }))}
          value=""
          onChange={(id) => onChoose((id === '' ? undefined : groups[Number(id)])?.people ?? [])}
        />
      )}
    </Field>
  );
}

interface SignatoryRowProps {
  readonly kind: 'acceptor' | 'recipient';
  readonly person: signatories.Signer;
  readonly stored: Signatory | undefined;
  readonly idle: IdleState | undefined;
  readonly isMandated: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function SignatoryRow({
  kind,
  person,
  stored,
  idle,
  isMandated,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: SignatoryRowProps) {
  const name = personName(person);
  const isMarked = stored !== undefined && (stored.accept || stored.declinedAt !== null);

  return (
    <li>
      <PersonOption name={name}>
        {person.position}
        {idle && <span className="doc-unable">{idleAccounts[idle]}</span>}
        {isMandated && <span className="tag">{texts.mandated}</span>}
        {stored?.accept && <span className="tag ok">{kind === 'acceptor' ? texts.signed : texts.acknowledged}</span>}
        {stored && stored.declinedAt !== null && <span className="tag warn">{texts.declined}</span>}
      </PersonOption>
      <MoveButtons up={texts.up(name)} down={texts.down(name)} isFirst={isFirst} isLast={isLast} onMove={onMove}>
        {!isMandated && (
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
        )}
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
  readonly repeats: TemplateForForm['repeats'];
}

export function RouteField({ steps, isFixed, problem, repeats }: RouteFieldProps) {
  return (
    <fieldset className="signatories">
      <legend>{routeTexts.heading}</legend>
      <p className="field-hint">{isFixed ? routeTexts.fixed : routeTexts.open}</p>
      {problem ? <Message kind="warning">{routeTexts.problem(problem)}</Message> : <RouteSteps steps={steps} />}
      {repeats.map((repeat) => (
        <p key={`${repeat.step} ${repeat.keptIn}`} className="field-hint">
          {routeTexts.repeat(repeat)}
        </p>
      ))}
    </fieldset>
  );
}

interface ReplacedFieldProps {
  readonly place: SignerPlace;
  readonly stored: readonly Signatory[];
  /** Those of the stored ones who cannot decide any more. */
  readonly dismissed: readonly Signatory[];
  /** The stored list with chosen people in the places of dismissed ones. */
  readonly list: readonly signatories.Signer[];
  readonly error: string;
  readonly onTyped: (text: string) => void;
  readonly onChange: (list: readonly signatories.Signer[]) => void;
}

/** Puts others in the places of dismissed acceptors of a route, one for one. */
export function ReplacedField({ place, stored, dismissed, list, error, onTyped, onChange }: ReplacedFieldProps) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // A draft of another state has no places to put others in.
  const present = list.length === stored.length ? list : stored;
  return (
    <fieldset className="signatories" data-invalid={error ? true : undefined}>
      <legend>{texts.replaceHeading}</legend>
      <p className="field-hint">{routeTexts.dismissed(dismissed.map(personName))}</p>
      {dismissed.map((former) => {
        const chosen = present[stored.indexOf(former)];
        const isReplaced = chosen !== undefined && chosen.uid !== former.uid;
        if (!isReplaced) {
          return (
            <PersonSearch
              key={former.uid}
              label={texts.replace(personName(former))}
              place={place}
              listed={present}
              field={field}
              invalid={error !== ''}
              onText={onTyped}
              onChoose={(person) => {
                const next = signatories.withReplaced(present, former.uid, person);
                if (next === present) return setSaid(texts.isListed(personName(person)));
                onChange(next);
                setSaid(texts.isReplaced(personName(former), personName(person)));
              }}
            />
          );
        }
        return (
          <p key={former.uid} className="row middle gap-8">
            <span>{texts.isReplaced(personName(former), personName(chosen))}</span>
            <Button
              kind="quiet"
              onClick={() => {
                onChange(signatories.withReplaced(present, chosen.uid, former));
                setSaid('');
              }}>
              {texts.unreplace(personName(former))}
            </Button>
          </p>
        );
      })}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <p role="status" className="field-hint signatory-said">
        {said}
      </p>
    </fieldset>
  );
}

interface PersonSearchProps {
  readonly label: string;
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
function PersonSearch({ label, place, listed, field, describedBy, invalid, onText, onChoose }: PersonSearchProps) {
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
      label={label}
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
