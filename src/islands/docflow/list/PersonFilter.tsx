import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { NamedPerson } from '../../../../contract/docflow-list.ts';
import { personName } from '../../../lib/docflow/document-texts.ts';
import { listCalls } from '../../../lib/docflow/list-calls.ts';
import { listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { createPeopleSearch } from '../../../lib/docflow/signatories-store.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';

interface Props {
  readonly label: string;
  /** uid; none for anybody. */
  readonly value: string | undefined;
  /** The uid of whoever looks. */
  readonly self: string | null;
  /** People whose names are known. */
  readonly people: readonly NamedPerson[];
  readonly onChange: (uid: string) => void;
}

/** One person that the list is narrowed by, found by a part of the name. */
export function PersonFilter({ label, value, self, people, onChange }: Props) {
  const [search] = useState(() => createPeopleSearch(listCalls.people));
  const { phase, people: found, failure } = useStore(search.$people);
  if (value) {
    const known = people.find(({ uid }) => uid === value);
    const name = known ? personName(known) : value === self ? texts.me : value;
    return (
      <div className="filter-person">
        <span className="filter-label">{label}</span>
        <Button
          className="filter-chip"
          aria-label={texts.without(`${label}: ${name}`)}
          onClick={() => onChange('')}
        >
          {name}
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
    );
  }
  const said = failure ? failureText(failure) : phase === 'asking' ? texts.asking : texts.nobody;
  return (
    <div className="filter-person">
      <Combobox
        label={label}
        placeholder={texts.personPlaceholder}
        listLabel={texts.peopleFound}
        items={found}
        keyOf={({ uid }) => uid}
        draw={(person) => (
          <>
            <span className="person-name">{personName(person)}</span>
            <span className="person-position">{person.position}</span>
          </>
        )}
        note={
          found.length === 0 && (
            <p role="status" className="combobox-note muted">
              {said}
            </p>
          )
        }
        onText={search.type}
        onChoose={({ uid }) => onChange(uid)}
      />
      {self && (
        <Button kind="quiet" aria-label={`${label}: ${texts.me}`} onClick={() => onChange(self)}>
          {texts.me}
        </Button>
      )}
    </div>
  );
}
