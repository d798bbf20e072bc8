// The fields that say which column is what in an uploaded file of crosses (article replacements); the form around them
// is CrossFile.tsx.
import '../../../styles/price-lists.css';
import '../../../styles/catalogue-staff.css';
import { CROSS_WAYS } from '../../../../contract/catalogue/words.ts';
import type { GuessAnswer, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { CROSS_COLUMNS, type CrossColumn } from '../../../lib/catalogue/cross-calls.ts';
import { crossFile as texts } from '../../../lib/catalogue/cross-texts.ts';
import { type CrossLayout, type layoutMistake, layoutOf } from '../../../lib/price-lists/upload/cross-file.ts';
import { columnInFile } from '../../../lib/price-lists/upload/preview.ts';
import { Field } from '../../ui/controls.tsx';
import { Options } from '../form-parts.tsx';

interface CrossLayoutFieldsProps {
  readonly guess: GuessAnswer;
  readonly layout: CrossLayout;
  readonly mistake: ReturnType<typeof layoutMistake>;
  readonly onChange: (layout: CrossLayout) => void;
}

export function CrossLayoutFields({ guess, layout, mistake, onChange }: CrossLayoutFieldsProps) {
  const sheet = guess.sheets.find(({ name }) => name === layout.sheet);
  const errorOf = (name: NonNullable<CrossLayoutFieldsProps['mistake']>) =>
    mistake === name ? texts.mistakes[name] : '';
  return (
    <fieldset className="cross-layout gap-8-20 top stack">
      <legend>{texts.layout}</legend>
      {guess.sheets.length > 1 && (
        <Field label={texts.sheet}>
          {(control) => (
            <select
              {...control}
              name="sheet"
              value={layout.sheet}
              onChange={({ target }) => {
                const chosen = guess.sheets.find(({ name }) => name === target.value);
                if (chosen) onChange(layoutOf(chosen, layout.way));
              }}>
              <Options of={guess.sheets.map(({ name }) => [name, name])} />
            </select>
          )}
        </Field>
      )}
      <Field label={texts.startRow} hint={texts.startRowHint} error={errorOf('startRow')}>
        {(control) => (
          <input
            {...control}
            type="text"
            name="startRow"
            inputMode="numeric"
            autoComplete="off"
            value={layout.startRow}
            onChange={({ target }) => onChange({ ...layout, startRow: target.value })}
          />
        )}
      </Field>
      {sheet &&
        CROSS_COLUMNS.map((name) => (
          <ColumnSelect
            key={name}
            name={name}
            sheet={sheet}
            value={layout.columns[name]}
            error={name === 'article' || name === 'cross' ? errorOf(name) : ''}
            onChange={(column) => onChange({ ...layout, columns: { ...layout.columns, [name]: column } })}
          />
        ))}
      <Field label={texts.direction}>
        {(control) => (
          <select
            {...control}
            name="way"
            value={layout.way}
            onChange={({ target }) =>
              onChange({ ...layout, way: CROSS_WAYS.find((way) => way === target.value) ?? 'both' })
            }>
            <Options of={CROSS_WAYS.map((way) => [way, texts.directions[way]])} />
          </select>
        )}
      </Field>
    </fieldset>
  );
}

interface ColumnProps {
  readonly name: CrossColumn;
  readonly sheet: SheetGuess;
  readonly value: number | null;
  readonly error: string;
  readonly onChange: (column: number | null) => void;
}

/** A choice among the columns of the sheet, each shown with its heading and its first text. */
function ColumnSelect({ name, sheet, value, error, onChange }: ColumnProps) {
  const width = Math.max(value ?? 0, ...sheet.rows.map((row) => row.length));
  const isNeeded = name === 'article' || name === 'cross';
  return (
    <Field label={texts.columns[name]} error={error} hint={name === 'cross' ? texts.several : undefined}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}>
          <option value="">{isNeeded ? texts.choose : texts.none}</option>
          {Array.from({ length: width }, (_, at) => {
            const column = columnInFile(sheet, at + 1);
            return (
              <option key={column.letters} value={at + 1}>
                {texts.column(column.letters, column.name, column.example.slice(0, 30))}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
