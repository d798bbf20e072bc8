import { Lock, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { List } from '../../lib/editing/list-store.ts';
import { listErrors, lists } from '../../lib/editing/list-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from './Button.tsx';
import { ConfirmButton, type Confirmed } from './ConfirmButton.tsx';
import { DataListFlag } from './DataListFlag.tsx';
import { DataListForm } from './DataListForm.tsx';
import type { DataListTexts } from './data-list-texts.ts';

interface Props {
  readonly row: ReferenceRow;
  readonly texts: DataListTexts;
  readonly editing: boolean;
  readonly list: List;
  readonly onEdit: () => void;
  readonly onClose: () => void;
  readonly onSaid: (text: string) => void;
  readonly onRemoved: () => void;
}

/** One record: its title and what can be done with it, always in sight for keyboard and touch. */
export function DataListRow({ row, texts, editing, list, onEdit, onClose, onSaid, onRemoved }: Props) {
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
          onDone={(title) => {
            onSaid(lists.saved(title));
            onClose();
          }}
          onCancel={onClose}
        />
      </li>
    );
  }
  if ('isProtected' in row && row.isProtected === true) {
    return (
      <li className="data-list-row">
        <span className="data-list-title">{row.title}</span>
        <span className="tag data-list-mark">
          <Lock aria-hidden="true" size={14} />
          {texts.protected}
        </span>
      </li>
    );
  }
  return (
    <li className="data-list-row">
      <span className="data-list-title">
        {row.title}
        {texts.flag && <DataListFlag row={row} texts={texts} list={list} onSaid={onSaid} />}
      </span>
      <span className="data-list-actions">
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
          onConfirm={remove}
        >
          <Trash2 aria-hidden="true" />
          <span>{lists.remove}</span>
        </ConfirmButton>
      </span>
    </li>
  );
}
