// The editor in which an administrator sets the approval steps and first text of documents of one direction and type; a
// save makes the next version.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SettingRow } from '../../../../contract/access/access.ts';
import type { DocumentTemplate, DocumentTemplates, TemplatePerson } from '../../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../../contract/documents/words.ts';
import { ROUTE_STEPS_MAX, TITLE_MAX } from '../../../../contract/limits.ts';
import { unknownPlaceholders } from '../../../../rules/documents/placeholders.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import * as calls from '../../../lib/documents/template-calls.ts';
import { problemOf, templateErrors, templates as texts } from '../../../lib/documents/template-texts.ts';
import { CHANGED, type Stored } from '../../../lib/editing/etag.ts';
import { siteLinks } from '../../../lib/pages/site-links.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { openForm, openInShell } from '../../../lib/platform/router.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Button, Field, Message } from '../../ui/controls.tsx';
import { useCall } from '../../ui/hooks.ts';
import { MarkdownEditor } from '../../ui/MarkdownEditor.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { PeopleField, StepEditor } from './StepEditor.tsx';

interface TemplateEditorProps {
  readonly stored: Stored<DocumentTemplate>;
  readonly roles: readonly SettingRow[];
  /** Other pairs that have a template. */
  readonly others: DocumentTemplates;
  readonly onSaved: () => void;
}

export default function TemplateEditor({ stored, roles, others, onSaved }: TemplateEditorProps) {
  const [kept, setKept] = useState(stored);
  const [value, setValue] = useState<calls.TemplateText>(() => calls.textOfTemplate(stored.value));
  const [people, setPeople] = useState<ReadonlyMap<string, TemplatePerson>>(() => peopleIn(stored.value));
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(() => new Set(stored.value.unseen));
  const { busy, failure, run } = useCall();
  const [mistake, setMistake] = useState('');
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => openForm(), []);

  const { directing, task, versions } = kept.value;
  const attention = texts.attention(kept.value.attention);
  const unknown = unknownPlaceholders(`${value.title}\n${value.text}`);
  const dirty = JSON.stringify(value) !== JSON.stringify(calls.textOfTemplate(kept.value));
  const naming = {
    place: { directing: directing.id, task: task.id },
    roles,
    people,
    onPerson: (person: calls.FoundPerson) => {
      setPeople((known) => new Map(known).set(person.uid, person));
      if (person.isUnseen) setUnseen((known) => new Set([...known, person.uid]));
    },
    whyRole: (kind: SignatoryKind, id: number) =>
      kept.value.unable.find((one) => one.kind === kind && one.role === id)?.why ?? null,
    whyPerson: (kind: SignatoryKind, uid: string) =>
      kept.value.unable.find((one) => one.kind === kind && one.uid === uid)?.why ?? null,
    unseen,
  };

  function set(change: Partial<calls.TemplateText>) {
    setValue({ ...value, ...change });
    setSaid('');
    setMistake('');
  }
  const setStep = (index: number, step: calls.TemplateText['steps'][number]) =>
    set({ steps: value.steps.map((one, place) => (place === index ? step : one)) });

  function addStep() {
    set({ steps: [...value.steps, calls.newStep()] });
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
  }

  function move(index: number, by: 1 | -1) {
    set({ steps: calls.withMovedStep(value.steps, index, by) });
    setSaid(texts.moved(index + by + 1, value.steps.length));
  }

  async function save(etag: string | null) {
    const empty = calls.emptyStep(value);
    if (empty >= 0) return setMistake(texts.empty(routeTexts.step(empty + 1, value.steps[empty]?.title ?? '')));
    const wrong = calls.wrongDaysStep(value);
    if (wrong >= 0) return setMistake(texts.wrongDaysIn(routeTexts.step(wrong + 1, value.steps[wrong]?.title ?? '')));
    await run(async () => {
      const saved = await calls.templateCalls.save(directing.id, task.id, value, etag);
      show(saved);
      const left = unknownPlaceholders(`${saved.value.title}\n${saved.value.text}`);
      setSaid([texts.saved(saved.value.version), left.length > 0 && texts.unknown(left)].filter(Boolean).join(' '));
      onSaved();
    });
  }

  /** Takes a template into the form, with what its people are called and who of them never signed in. */
  function fill(template: DocumentTemplate) {
    setValue(calls.textOfTemplate(template));
    setPeople((known) => new Map([...known, ...peopleIn(template)]));
    setUnseen((known) => new Set([...known, ...template.unseen]));
  }

  function show(next: Stored<DocumentTemplate>) {
    setKept(next);
    fill(next.value);
  }

  /** Reads the template again, or one of its versions into the form. */
  const read = (version?: number) =>
    run(async () => {
      const found = await calls.templateCalls.one(directing.id, task.id, version);
      if (version === undefined) return show(found);
      fill(found.value);
      setSaid(texts.restored(version));
    });

  /** Takes the template of another pair into the form; nothing is saved yet. */
  const copy = (from: DocumentTemplates[number]) =>
    run(async () => {
      const found = await calls.templateCalls.one(from.directing.id, from.task.id);
      fill(found.value);
      setSaid(texts.copied(from.directing.title, from.task.title));
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void save(kept.etag);
  }

  return (
    <form className="template-form stack gap-16" noValidate onSubmit={submit}>
      {attention.length > 0 && (
        <Message kind="warning">
          <strong>{texts.attentionLead}</strong>
          {attention.map((line) => (
            <p key={line} className="flush">
              {line}
            </p>
          ))}
        </Message>
      )}
      {others.length > 0 && (
        <Field label={texts.copy} hint={texts.copyHint}>
          {(control) => (
            <ChoiceSelect
              {...control}
              none={texts.notChosen}
              choices={others.map((one, id) => ({ id, title: `${one.directing.title} / ${one.task.title}` }))}
              value=""
              onChange={(id) => {
                const from = id === '' ? undefined : others[Number(id)];
                if (from && !busy) void copy(from);
              }}
            />
          )}
        </Field>
      )}
      <TextField
        label={texts.title}
        hint={texts.titleHint}
        most={TITLE_MAX}
        value={value.title}
        onChange={(title) => set({ title })}
      />
      <MarkdownEditor
        label={texts.text}
        name="text"
        value={value.text}
        error=""
        links={siteLinks}
        onChange={(text) => set({ text })}
        onSubmit={() => void save(kept.etag)}
      />
      <p className="field-hint">{texts.textHint}</p>
      {unknown.length > 0 && <Message kind="warning">{texts.unknown(unknown)}</Message>}
      <h2>{texts.steps}</h2>
      {value.steps.length === 0 && <p className="muted">{texts.noSteps}</p>}
      <ol className="template-steps stack gap-16" ref={list}>
        {value.steps.map((step, index) => (
          <StepEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its place
            key={index}
            step={step}
            number={index + 1}
            count={value.steps.length}
            naming={naming}
            onChange={(next) => setStep(index, next)}
            onMove={(by) => move(index, by)}
            onRemove={() => set({ steps: value.steps.filter((_, place) => place !== index) })}
          />
        ))}
      </ol>
      {value.steps.length < ROUTE_STEPS_MAX ? (
        <Button onClick={addStep}>{texts.addStep}</Button>
      ) : (
        <p className="muted">{texts.tooManySteps}</p>
      )}
      {value.steps.length > 0 && (
        <label className="line middle gap-8">
          <input type="checkbox" checked={value.isFixed} onChange={(event) => set({ isFixed: event.target.checked })} />
          {texts.isFixed}
        </label>
      )}
      <PeopleField
        naming={naming}
        kind="recipient"
        legend={texts.recipients}
        empty={texts.recipientsEmpty}
        value={value.recipients}
        onChange={(recipients) => set({ recipients })}
      />
      {mistake && <Message kind="error">{mistake}</Message>}
      {failure &&
        (failure.code === CHANGED ? (
          <Message
            kind="warning"
            actions={
              <>
                <Button onClick={() => void save(null)}>{texts.overwrite}</Button>
                <Button onClick={() => void read()}>{texts.takeTheirs}</Button>
              </>
            }>
            {texts.conflict}
          </Message>
        ) : (
          <Message kind="error">{problemOf(failure) || failureText(failure, templateErrors)}</Message>
        ))}
      <div className="buttons">
        <Button kind="main" type="submit" busy={busy}>
          {busy ? texts.saving : texts.save}
        </Button>
      </div>
      <p role="status" className="field-hint">
        {said}
      </p>
      {versions.length > 0 && (
        <details className="template-versions">
          <summary>{texts.versions}</summary>
          <ul>
            {versions.map(({ version, savedAt, savedBy }) => (
              <li key={version}>
                {texts.version(version, savedAt, savedBy)}{' '}
                <Button
                  kind="quiet"
                  aria-label={`${texts.restore}: ${texts.version(version, savedAt, savedBy)}`}
                  onClick={() => void read(version)}>
                  {texts.restore}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <UnsavedGuard dirty={dirty} details={texts.unsaved} open={openInShell} />
    </form>
  );
}

const peopleIn = ({ people }: DocumentTemplate): ReadonlyMap<string, TemplatePerson> =>
  new Map(people.map((person) => [person.uid, person]));
