// The dialog in which an administrator corrects one position (an offer of one supplier); what was not touched is not
// sent.
import '../../../styles/catalogue-staff.css';
import { type SubmitEvent, useRef } from 'react';
import { columnsInPlace, labelWithUnit, POSITION_COLUMNS } from '../../../../contract/catalogue/columns.ts';
import type { StaffPosition } from '../../../../contract/catalogue/staff-positions.ts';
import type { PositionsStore } from '../../../lib/catalogue/positions-store.ts';
import { fieldText, positionFailureText, positions as texts } from '../../../lib/catalogue/positions-texts.ts';
import { Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { useCall } from '../../ui/hooks.ts';

interface PositionEditProps {
  readonly position: StaffPosition;
  readonly store: PositionsStore;
  readonly onClose: () => void;
}

const FIELDS = columnsInPlace('imported');
/** Numbers with two decimals: a text that looks like one stays as it is. */
const NUMBERS: ReadonlySet<string> = new Set(
  FIELDS.filter((name) => name === 'price' || POSITION_COLUMNS[name].imported?.as === 'size'),
);

export function PositionEdit({ position, store, onClose }: PositionEditProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, failure, run } = useCall();
  const shown = (name: (typeof FIELDS)[number]) =>
    NUMBERS.has(name) ? fieldText(position[name]) : String(position[name] ?? '');

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const changed = FIELDS.filter((name) => String(form.get(name)) !== shown(name));
    if (changed.length === 0) return onClose();
    const said = (of: (name: (typeof FIELDS)[number]) => unknown) =>
      Object.fromEntries(changed.map((name) => [name, String(of(name) ?? '')]));
    const [fields, was] = [said((name) => form.get(name)), said((name) => position[name])];
    if ((await run(() => store.edit(position.id, fields, was))) === null) onClose();
  }

  return (
    <FormDialog
      dialog={dialog}
      className="wide"
      heading={texts.editHeading}
      cancel={texts.cancel}
      submit={texts.save}
      busy={busy}
      onSubmit={save}
      onClose={onClose}>
      <div className="positions-fields gap-0-16 stack">
        {FIELDS.map((name) => (
          <Field key={name} label={labelWithUnit(name)}>
            {(control) => (
              <input
                {...control}
                name={name}
                autoComplete="off"
                className={name === 'article' ? 'mono' : undefined}
                defaultValue={shown(name)}
              />
            )}
          </Field>
        ))}
      </div>
      <div role="alert">{failure && <p className="field-error">{positionFailureText(failure)}</p>}</div>
    </FormDialog>
  );
}
