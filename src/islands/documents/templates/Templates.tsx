// The screen of approval templates for administrators: choose a direction and a document type, edit its template, see
// all templates.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import type { SettingRow } from '../../../../contract/access/access.ts';
import type { DocumentTemplates } from '../../../../contract/documents/documents.ts';
import { templateCalls } from '../../../lib/documents/template-calls.ts';
import { templates as texts } from '../../../lib/documents/template-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $router } from '../../../lib/platform/router.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { Failed, Field } from '../../ui/controls.tsx';
import { curedBySignIn, useLeave, useLoaded } from '../../ui/hooks.ts';
import { InParts } from '../../ui/ListFrame.tsx';

/** The list needs no editor. */
const TemplateEditor = chunk(() => import('./TemplateEditor.tsx'));

export default function Templates() {
  const search = useStore($router)?.search ?? {};
  const { value: lists, failure, again } = useLoaded(templateCalls.places);
  // A failed reload only leaves an older list.
  useLeave(lists ? null : failure);
  if (!lists) return <p role="status">{texts.loading}</p>;
  const idIn = (rows: readonly SettingRow[], typed = '') => rows.find(({ id }) => String(id) === typed)?.id ?? 0;
  const directing = idIn(lists.directings, search.directing);
  const task = idIn(lists.tasks, search.task);
  const choose = (pair: { directing: number; task: number }) =>
    $router.open(paths.templateOf(pair.directing, pair.task), true);
  return (
    <>
      <p className="muted settings-lead below-20">{texts.lead}</p>
      <div className="template-pair top stack gap-16">
        <PairSelect
          label={texts.directing}
          rows={lists.directings}
          value={directing}
          onChange={(id) => choose({ directing: id, task })}
        />
        <PairSelect
          label={texts.task}
          rows={lists.tasks}
          value={task}
          onChange={(id) => choose({ directing, task: id })}
        />
      </div>
      {directing > 0 && task > 0 ? (
        <Loaded
          key={`${directing} ${task}`}
          directing={directing}
          task={task}
          roles={lists.roles}
          others={lists.known.filter((one) => one.directing.id !== directing || one.task.id !== task)}
          onSaved={() => void again()}
        />
      ) : (
        <p className="muted">{texts.choose}</p>
      )}
      <h2>{texts.known}</h2>
      {lists.known.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <InParts rows={lists.known}>
          {(shown) => (
            <ul className="template-list flush stack gap-8">
              {shown.map((one) => (
                <li key={`${one.directing.id} ${one.task.id}`}>
                  <a href={paths.templateOf(one.directing.id, one.task.id)}>
                    {one.directing.title} / {one.task.title}
                  </a>
                  <span className="muted small">{texts.row(one.steps, one.savedAt, one.savedBy)}</span>
                  <Attention route={one} />
                </li>
              ))}
            </ul>
          )}
        </InParts>
      )}
    </>
  );
}

function Attention({ route }: { readonly route: DocumentTemplates[number] }) {
  const lines = texts.attention(route.attention);
  return lines.length > 0 && <span className="field-error small">{texts.listed(lines)}</span>;
}

interface SelectProps {
  readonly label: string;
  readonly rows: readonly SettingRow[];
  readonly value: number;
  readonly onChange: (id: number) => void;
}

function PairSelect({ label, rows, value, onChange }: SelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <ChoiceSelect
          {...control}
          none={texts.notChosen}
          choices={rows}
          value={value || ''}
          onChange={(id) => onChange(Number(id))}
        />
      )}
    </Field>
  );
}

interface LoadedProps {
  readonly directing: number;
  readonly task: number;
  readonly roles: readonly SettingRow[];
  readonly others: DocumentTemplates;
  readonly onSaved: () => void;
}

function Loaded({ directing, task, roles, others, onSaved }: LoadedProps) {
  const { value: stored, failure, again } = useLoaded(() => templateCalls.one(directing, task));
  useLeave(curedBySignIn(failure));
  if (failure) {
    return (
      <Failed failure={failure} onAgain={() => void again()}>
        {texts.failed}
      </Failed>
    );
  }
  if (!stored) return <p role="status">{texts.loading}</p>;
  return <TemplateEditor stored={stored} roles={roles} others={others} onSaved={onSaved} />;
}
