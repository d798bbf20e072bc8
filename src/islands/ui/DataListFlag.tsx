import { useState } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { List } from '../../lib/editing/list-store.ts';
import { listErrors } from '../../lib/editing/list-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import type { DataListTexts } from './data-list-texts.ts';

interface Props {
  readonly row: ReferenceRow;
  readonly texts: DataListTexts;
  readonly list: List;
  readonly onSaid: (text: string) => void;
}

/** The one yes-or-no of a row, saved as soon as it is ticked; a refusal puts it back and says why. */
export function DataListFlag({ row, texts, list, onSaid }: Props) {
  const isOn = 'ordered' in row && row.ordered === true;
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function save(next: boolean) {
    setSaving(true);
    const refused = await list.flag(row.id, next);
    setSaving(false);
    setFailure(refused);
    if (refused?.kind === 'login') leaveToAuth(refused);
    if (refused === null) onSaid(texts.flagged?.(row.title, next) ?? '');
  }

  return (
    <span className="data-list-flag">
      <label>
        <input
          type="checkbox"
          aria-label={`${row.title}: ${texts.flag}`}
          aria-busy={isSaving}
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
