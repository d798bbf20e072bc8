import { useStore } from '@nanostores/react';
import { type Ref, useState } from 'react';
import { documentFormCalls, type SignerPlace } from '../../../lib/documents/form-calls.ts';
import { signatoriesField as texts } from '../../../lib/documents/form-texts.ts';
import { calledAs, createPeopleSearch, isListed, type Signer } from '../../../lib/documents/signatories.ts';
import { failureText, tryAgain } from '../../../lib/platform/http-client.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Button } from '../../ui/controls.tsx';

interface Props {
  readonly place: SignerPlace;
  readonly listed: readonly Signer[];
  readonly field: Ref<HTMLInputElement>;
  readonly describedBy?: string | undefined;
  readonly invalid: boolean;
  /** Told what stands in the field; '' when somebody was chosen. */
  readonly onText: (text: string) => void;
  readonly onChoose: (person: Signer) => void;
}

/** Finds those who may sign, or acknowledge, documents of a pair by name or position. */
export function PersonSearch({ place, listed, field, describedBy, invalid, onText, onChoose }: Props) {
  const [search] = useState(() => createPeopleSearch((text, signal) => documentFormCalls.people(place, text, signal)));
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
            }}
          >
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
        <>
          <span className="person-name below-12 left stack gap-8">{calledAs(person)}</span>
          <span className="person-position gap-4-8 row middle muted dense breaks">
            {person.position}
            {isListed(listed, person.uid) && <span className="tag signal">{texts.listed}</span>}
          </span>
        </>
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
