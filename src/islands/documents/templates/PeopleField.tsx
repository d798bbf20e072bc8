import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SettingRow } from '../../../../contract/access/access.ts';
import type { TemplatePerson } from '../../../../contract/documents/templates.ts';
import { calledAs, createPeopleSearch } from '../../../lib/documents/signatories.ts';
import { type Named, templateCalls } from '../../../lib/documents/template-calls.ts';
import { templates as texts } from '../../../lib/documents/template-texts.ts';
import { failureText } from '../../../lib/platform/http-client.ts';
import { Combobox } from '../../ui/Combobox.tsx';

/** What names are drawn from, and where they are looked for. */
export interface Naming {
  readonly place: { readonly directing: number; readonly task: number };
  readonly roles: readonly SettingRow[];
  /** Everybody named, by uid. */
  readonly people: ReadonlyMap<string, TemplatePerson>;
  /** Takes note of somebody who was found. */
  readonly onPerson: (person: TemplatePerson) => void;
}

interface Props {
  readonly naming: Naming;
  readonly kind: 'acceptor' | 'recipient';
  readonly legend: string;
  readonly empty: string;
  readonly value: Named;
  readonly onChange: (value: Named) => void;
}

type Found = { readonly role: SettingRow } | { readonly person: TemplatePerson };
const keyOf = (found: Found) => ('role' in found ? `role ${found.role.id}` : found.person.uid);

/** People and roles, found by typing and taken out one by one. */
export function PeopleField({ naming, kind, legend, empty, value, onChange }: Props) {
  const { place, roles, people } = naming;
  const [search] = useState(() =>
    createPeopleSearch((text, signal) => templateCalls.people({ ...place, kind }, text, signal)),
  );
  const found = useStore(search.$people);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = typed.trim().toLowerCase();
  const items: Found[] = [
    ...roles
      .filter(({ title }) => title.toLowerCase().includes(wanted))
      .slice(0, 5)
      .map((role) => ({ role })),
    ...found.people.map((person) => ({ person: { ...person, name: person.name ?? '' } as TemplatePerson })),
  ];

  function add(one: Found) {
    if ('role' in one) {
      if (!value.roles.includes(one.role.id)) onChange({ ...value, roles: [...value.roles, one.role.id] });
    } else if (!value.people.includes(one.person.uid)) {
      naming.onPerson(one.person);
      onChange({ ...value, people: [...value.people, one.person.uid] });
    }
  }
  function remove(change: Named) {
    onChange(change);
    requestAnimationFrame(() => field.current?.focus());
  }
  const roleTitle = (id: number) => roles.find((role) => role.id === id)?.title ?? String(id);
  const personName = (uid: string) => calledAs(people.get(uid) ?? { uid, name: '', email: uid, position: '' });
  const chips = [
    ...value.roles.map((id) => ({
      key: `role ${id}`,
      name: `${texts.role}: ${roleTitle(id)}`,
      onRemove: () => remove({ ...value, roles: value.roles.filter((one) => one !== id) }),
    })),
    ...value.people.map((uid) => ({
      key: uid,
      name: personName(uid),
      onRemove: () => remove({ ...value, people: value.people.filter((one) => one !== uid) }),
    })),
  ];
  return (
    <fieldset className="template-named">
      <legend>{legend}</legend>
      {chips.length === 0 ? (
        <p className="muted small">{empty}</p>
      ) : (
        <ul className="template-chips below-8 row gap-8">
          {chips.map(({ key, name, onRemove }) => (
            <li key={key}>
              <span>{name}</span>
              <button type="button" className="icon-button" aria-label={texts.remove(name)} onClick={onRemove}>
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label={texts.find}
        placeholder={texts.findHint}
        listLabel={texts.found}
        items={items}
        keyOf={keyOf}
        draw={(one) =>
          'role' in one ? (
            <>
              <span className="person-name below-12 left stack gap-8">{one.role.title}</span>
              <span className="person-position gap-4-8 row middle muted dense breaks">{texts.role}</span>
            </>
          ) : (
            <>
              <span className="person-name below-12 left stack gap-8">{calledAs(one.person)}</span>
              <span className="person-position gap-4-8 row middle muted dense breaks">{one.person.position}</span>
            </>
          )
        }
        note={
          found.failure && (
            <p className="combobox-note field-error" role="alert">
              {failureText(found.failure)}
            </p>
          )
        }
        field={field}
        onText={(text) => {
          setTyped(text);
          search.type(text);
        }}
        onChoose={add}
      />
    </fieldset>
  );
}
