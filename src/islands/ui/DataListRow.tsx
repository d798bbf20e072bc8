// One record in an editor of a list of titles (DataList.tsx), with its form, its deletion and the texts that such an
// editor needs.
import { Lock, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { failureText, leaveToAuth } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { listErrors, lists } from '../../lib/ui/list-editor-texts.ts';
import type { List } from '../../lib/ui/reference-list.ts';
import { Button, ConfirmButton, type Confirmed } from './controls.tsx';
import { useCall } from './hooks.ts';
import { InlineForm } from './InlineForm.tsx';
import { TextField } from './TextField.tsx';

interface DataListRowProps {
  readonly row: ReferenceRow;
  readonly texts: DataListTexts;
  readonly editing: boolean;
  readonly list: List;
  readonly onEdit: () => void;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
  readonly onRemoved: () => void;
  readonly about?: ((row: ReferenceRow) => ReactNode) | undefined;
}

/** One record: its title and what can be done with it, always in sight for keyboard and touch. */
export function DataListRow(props: DataListRowProps) {
  const { row, texts, editing, list, onEdit, onClose, onDone, onRemoved, about } = props;
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The form took the focus with it: give it back to the button that opened it.
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  async function remove(again: boolean): Promise<Confirmed> {
    const failure = await list.remove(row.id, again);
    if (failure === null) {
      onRemoved();
      return { done: true };
    }
    if (failure.kind === 'login') leaveToAuth(failure);
    if (failure.kind !== 'in-use') return { refused: failureText(failure, texts.errors ?? listErrors) };
    if (texts.inUse) return { refused: texts.inUse(failure.facts) };
    const count = failure.facts.count;
    return { ask: lists.inUse(typeof count === 'number' ? count : null), yes: lists.removeAll };
  }

  if (editing) {
    return (
      <li>
        <DataListForm
          label={texts.field}
          errors={texts.errors}
          title={row.title}
          yes={lists.save}
          onSave={(title) => list.rename(row.id, title)}
          onDone={() => {
            onDone(lists.saved(list.savedTitle()));
            onClose();
          }}
          onCancel={onClose}
        />
      </li>
    );
  }
  if ('isProtected' in row && row.isProtected === true) {
    return (
      <li className="data-list-row stack middle gap-4-12">
        <span className="data-list-title">{row.title}</span>
        <span className="tag data-list-mark middle gap-4">
          <Lock aria-hidden="true" size={14} />
          {texts.protected}
        </span>
      </li>
    );
  }
  return (
    <li className="data-list-row stack middle gap-4-12">
      <span className="data-list-title">
        {row.title}
        {texts.flag && <DataListFlag row={row} texts={texts} list={list} onDone={onDone} />}
        {about?.(row)}
      </span>
      <span className="data-list-actions gap-0-8 row">
        <Button ref={editButton} kind="quiet" aria-label={`${lists.edit}: ${row.title}`} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <span>{lists.edit}</span>
        </Button>
        <ConfirmButton
          className="button quiet"
          label={`${lists.remove}: ${row.title}`}
          question={lists.question}
          details={lists.questionOf(row.title)}
          yes={lists.remove}
          onConfirm={remove}>
          <Trash2 aria-hidden="true" />
          <span>{lists.remove}</span>
        </ConfirmButton>
      </span>
    </li>
  );
}

interface DataListFormProps {
  readonly label: string;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly title: string;
  readonly yes: string;
  /** Saves; null means saved. */
  readonly onSave: (title: string) => Promise<Failure | null>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The inline form of one row. A refusal keeps what was typed; Esc and «Отмена» close it. */
export function DataListForm({ label, errors, title, yes, onSave, onDone, onCancel }: DataListFormProps) {
  const [value, setValue] = useState(title);
  const [isEmpty, setEmpty] = useState(false);
  const { busy, failure, run } = useCall();
  const texts = errors ?? listErrors;
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.select(), []);

  async function submit() {
    const text = value.trim();
    setEmpty(text === '');
    const isOverlong = text.length > TITLE_MAX;
    const failed = text === '' || isOverlong ? undefined : await run(() => onSave(text));
    if (failed === null) onDone();
    else if (failed || text === '' || isOverlong) field.current?.focus();
  }

  return (
    <InlineForm submit={yes} cancel={lists.cancel} busy={busy} onSubmit={() => void submit()} onCancel={onCancel}>
      <TextField
        label={label}
        error={isEmpty ? listErrors['incorrect title'] : failureText(failure, texts)}
        ref={field}
        name="title"
        value={value}
        most={TITLE_MAX}
        onChange={setValue}
      />
    </InlineForm>
  );
}

interface DataListFlagProps {
  readonly row: ReferenceRow;
  readonly texts: DataListTexts;
  readonly list: List;
  readonly onDone: (text: string) => void;
}

const isFlagged = (row: ReferenceRow): boolean => 'ordered' in row && row.ordered === true;

/** The one yes-or-no of a row, saved as soon as it is ticked; a refusal puts it back and says why. */
function DataListFlag({ row, texts, list, onDone: onSaid }: DataListFlagProps) {
  const isOn = isFlagged(row);
  const { busy, failure, run } = useCall();

  async function save(next: boolean) {
    const refused = await run(() => list.flag(row.id, next));
    const now = list.$list.get().rows.find(({ id }) => id === row.id);
    if (refused === null && now) onSaid(texts.flagged?.(now.title, isFlagged(now)) ?? '');
  }

  return (
    <span className="data-list-flag muted small">
      <label>
        <input
          type="checkbox"
          aria-label={`${row.title}: ${texts.flag}`}
          aria-busy={busy}
          checked={isOn}
          onChange={({ currentTarget }) => void save(currentTarget.checked)}
        />
        {texts.flag}
      </label>
      {failure && (
        <span role="alert" className="field-error">
          {failureText(failure, texts.errors ?? listErrors)}
        </span>
      )}
    </span>
  );
}

/** What the editor of one reference list says. */
export interface DataListTexts {
  readonly heading: string;
  readonly field: string;
  readonly searchPlaceholder: string;
  readonly errors?: Readonly<Record<string, string>>;
  /** Why a row in use stays, from the facts of the refusal; without it the row may be removed with what uses it. */
  readonly inUse?: (facts: Failure['facts']) => string;
  /** Mark of rows that can be neither changed nor removed. */
  readonly protected?: string;
  /** What a ticked row means, where rows have a flag, and what is said after a tick. */
  readonly flag?: string;
  readonly flagged?: (title: string, isOn: boolean) => string;
}
