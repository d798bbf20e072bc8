// One step of an approval template as an administrator edits it: who signs, all or any of them, within how many days,
// who is next in charge.
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SettingRow } from '../../../../contract/access/access.ts';
import type { TemplatePerson } from '../../../../contract/documents/documents.ts';
import { type SignatoryKind, STEP_MODES, type WhyUnable } from '../../../../contract/documents/words.ts';
import { ROUTE_DAYS_MAX, TITLE_MAX } from '../../../../contract/limits.ts';
import { personName } from '../../../lib/documents/document-texts.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import { createPeopleSearch } from '../../../lib/documents/signatories.ts';
import * as calls from '../../../lib/documents/template-calls.ts';
import { templates as texts } from '../../../lib/documents/template-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/controls.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { PersonOption } from '../DocumentTags.tsx';
import { MoveButtons } from '../MoveButtons.tsx';

interface StepEditorProps {
  readonly step: calls.EditedStep;
  readonly number: number;
  readonly count: number;
  readonly naming: Naming;
  readonly onChange: (step: calls.EditedStep) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Default of the days overdue after which the next in charge may decide. */
const NEXT_DAYS = 1;

/** One step of a template: its signatories, how many of them must sign, until when, and who is next in charge. */
export function StepEditor({ step, number, count, naming, onChange, onMove, onRemove }: StepEditorProps) {
  const name = routeTexts.step(number, step.title);
  const set = (change: Partial<calls.EditedStep>) => onChange({ ...step, ...change });

  const next: calls.Named = step.next ?? { people: [], roles: [] };
  return (
    <li className="template-step flush stack gap-12 panel">
      <div className="template-step-head line middle apart gap-8">
        <h3>{name}</h3>
        <MoveButtons
          up={texts.up(name)}
          down={texts.down(name)}
          isFirst={number === 1}
          isLast={number === count}
          onMove={onMove}>
          <button type="button" className="icon-button" aria-label={texts.removeStep(name)} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </button>
        </MoveButtons>
      </div>
      <TextField label={texts.stepTitle} most={TITLE_MAX} value={step.title} onChange={(title) => set({ title })} />
      <PeopleField
        naming={naming}
        kind="acceptor"
        legend={texts.who}
        empty={texts.whoEmpty}
        value={step}
        onChange={({ people, roles }) => set({ people, roles })}
      />
      <div className="template-pair top stack gap-16">
        <Field label={texts.mode}>
          {(control) => (
            <select
              {...control}
              value={step.mode}
              onChange={(event) => set({ mode: event.target.value === 'any' ? 'any' : 'all' })}>
              {STEP_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {texts.modes[mode]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.days} hint={texts.daysHint} error={calls.areDays(step.days) ? '' : texts.wrongDays}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              max={ROUTE_DAYS_MAX}
              value={step.days ?? ''}
              onChange={(event) => set({ days: calls.daysOf(event.target.value) })}
            />
          )}
        </Field>
      </div>
      <PeopleField
        naming={naming}
        kind="acceptor"
        legend={texts.next}
        empty={texts.nextEmpty}
        value={next}
        onChange={({ people, roles }) =>
          set({
            next: calls.isEmptyNaming({ people, roles }) ? null : { people, roles, days: step.next?.days ?? NEXT_DAYS },
          })
        }
      />
      {step.next && (
        <Field label={texts.nextDays} error={calls.areDays(step.next.days) ? '' : texts.wrongDays}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              max={ROUTE_DAYS_MAX}
              value={step.next?.days ?? NEXT_DAYS}
              onChange={(event) => set({ next: { ...next, days: calls.daysOf(event.target.value) ?? 0 } })}
            />
          )}
        </Field>
      )}
    </li>
  );
}

/** The known people and roles of a template, and the pair that the search of people is for. */
interface Naming {
  readonly place: { readonly directing: number; readonly task: number };
  readonly roles: readonly SettingRow[];
  /** Everyone named in the template, by uid. */
  readonly people: ReadonlyMap<string, TemplatePerson>;
  readonly onPerson: (person: calls.FoundPerson) => void;
  /** Why a role, or a person of the template, cannot decide so; null: they can. */
  readonly whyRole: (kind: SignatoryKind, role: number) => WhyUnable | null;
  readonly whyPerson: (kind: SignatoryKind, uid: string) => WhyUnable | null;
  /** Those of the people who have never signed in. */
  readonly unseen: ReadonlySet<string>;
}

interface PeopleFieldProps {
  readonly naming: Naming;
  readonly kind: SignatoryKind;
  readonly legend: string;
  readonly empty: string;
  readonly value: calls.Named;
  readonly onChange: (value: calls.Named) => void;
}

type Found = { readonly role: SettingRow } | { readonly person: calls.FoundPerson };
const keyOf = (found: Found) => ('role' in found ? `role ${found.role.id}` : found.person.uid);

export function PeopleField({ naming, kind, legend, empty, value, onChange }: PeopleFieldProps) {
  const { place, roles, people } = naming;
  const [search] = useState(() =>
    createPeopleSearch((text, signal) => calls.templateCalls.people({ ...place, kind }, text, signal)),
  );
  const found = useStore(search.$people);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = typed.trim().toLowerCase();
  const items: Found[] = [
    ...roles
      .filter(({ title }) => title.toLowerCase().includes(wanted))
      .slice(0, 5)
      .map((role) => ({ role })),
    ...found.people.map((person) => ({ person })),
  ];

  const roleNote = (id: number) => {
    const why = naming.whyRole(kind, id);
    return why && texts.unableRole[why];
  };
  const foundNote = ({ unable, isUnseen }: calls.FoundPerson) =>
    unable ? texts.unablePerson[unable] : isUnseen && texts.unseen;
  const personNote = (uid: string) => {
    const why = naming.whyPerson(kind, uid);
    return why ? texts.unablePerson[why] : naming.unseen.has(uid) && texts.unseen;
  };

  function add(one: Found) {
    const why = 'role' in one ? roleNote(one.role.id) : one.person.unable && texts.unablePerson[one.person.unable];
    setRefused(why ? texts.notAdded('role' in one ? one.role.title : personName(one.person), why) : '');
    if (why) return;
    if ('role' in one) {
      if (!value.roles.includes(one.role.id)) onChange({ ...value, roles: [...value.roles, one.role.id] });
    } else if (!value.people.includes(one.person.uid)) {
      naming.onPerson(one.person);
      onChange({ ...value, people: [...value.people, one.person.uid] });
    }
  }
  function remove(change: calls.Named) {
    onChange(change);
    requestAnimationFrame(() => field.current?.focus());
  }
  const roleTitle = (id: number) => roles.find((role) => role.id === id)?.title ?? String(id);
  const nameOf = (uid: string) => personName(people.get(uid) ?? { name: '', email: uid });
  const chips = [
    ...value.roles.map((id) => ({
      key: `role ${id}`,
      name: `${texts.role}: ${roleTitle(id)}`,
      note: roleNote(id),
      onRemove: () => remove({ ...value, roles: value.roles.filter((one) => one !== id) }),
    })),
    ...value.people.map((uid) => ({
      key: uid,
      name: nameOf(uid),
      note: personNote(uid),
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
          {chips.map(({ key, name, note, onRemove }) => (
            <li key={key}>
              <span>
                {name}
                {note && <strong>, {note}</strong>}
              </span>
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
            <PersonOption name={one.role.title}>
              {[texts.role, roleNote(one.role.id)].filter(Boolean).join(', ')}
            </PersonOption>
          ) : (
            <PersonOption name={personName(one.person)}>
              {[one.person.position, foundNote(one.person)].filter(Boolean).join(', ')}
            </PersonOption>
          )
        }
        note={
          found.failure ? (
            <p className="combobox-note field-error" role="alert">
              {failureText(found.failure)}
            </p>
          ) : (
            found.phase === 'ready' &&
            items.length === 0 && (
              <p className="combobox-note muted" role="status">
                {texts.noneFound}
              </p>
            )
          )
        }
        field={field}
        onText={(text) => {
          setTyped(text);
          if (text !== '') setRefused('');
          search.type(text);
        }}
        onChoose={add}
      />
      {refused && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
