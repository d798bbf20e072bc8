import { useId, useRef, useState } from 'react';
import type { Signatory } from '../../../../contract/docflow.ts';
import { signatoriesField as texts } from '../../../lib/docflow/form-texts.ts';
import type { SignerPlace } from '../../../lib/docflow/save-calls.ts';
import {
  calledAs,
  isListed,
  type Signer,
  withMoved,
  withoutSigner,
  withSigner,
} from '../../../lib/docflow/signatory-list.ts';
import { PersonSearch } from './PersonSearch.tsx';
import { SignatoryRow } from './SignatoryRow.tsx';

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
        <ul className="signatory-list">
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
