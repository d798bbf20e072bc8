import { useState } from 'react';
import {
  MAIN_UPLOAD_COLUMNS,
  SIZE_UPLOAD_COLUMNS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../../contract/price-lists/columns.ts';
import type { GuessAnswer, GuessedSheet } from '../../../../contract/price-lists/guess.ts';
import { columnText } from '../../../../rules/format/sheet-columns.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { chosenSheet, isUnsure } from '../../../lib/price-lists/upload/guess-settings.ts';
import { previewOf, withChosenOnly } from '../../../lib/price-lists/upload/preview.ts';
import { guessNotes, preview as texts } from '../../../lib/price-lists/upload/preview-texts.ts';
import {
  columnTwin,
  type SettingsErrors,
  type UploadSettings,
} from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Field, Message } from '../../ui/controls.tsx';
import { ColumnPicks, PreviewTable } from './PreviewTable.tsx';
import { SheetList, SheetPricesPart } from './SheetList.tsx';
import { type FormPart, TextField } from './TextField.tsx';

interface Props extends FormPart {
  /** What the service makes of the file; null while that is not known. */
  readonly guess: GuessAnswer | null;
}

const OF_THE_STEP = ['startRow', 'endRow', 'sheet', ...UPLOAD_COLUMNS] as const;

/** What is where in the file: by the table of its first rows, or typed. */
export function ColumnsStep({ guess, ...part }: Props) {
  const { settings } = part;
  const sheet = guess && chosenSheet(guess, settings);
  return (
    <fieldset>
      <legend>{upload.groups.extra}</legend>
      {guess && settings.sheets.length > 0 && <SheetList guess={guess} {...part} />}
      {sheet && (
        <>
          <GuessNotes guess={sheet} />
          <ColumnPicks guess={sheet} settings={settings} onChange={part.onChange} />
          <SheetPricesPart {...part} />
          <FirstRows key={`${guess?.fileId} ${sheet.name}`} sheet={sheet} {...part} />
        </>
      )}
      <TypedFields key={sheet ? 'guessed' : 'unknown'} {...part} isUnknown={!sheet} />
    </fieldset>
  );
}

/** The columns that a guess finds a use for: they stay in sight when they are given another meaning. */
const columnsOf = ({ columns, prices, stocks }: GuessedSheet): readonly number[] => [
  ...prices,
  ...stocks,
  ...Object.values(columns).filter((number) => number !== null),
];

/** The table of the first rows; where the guess is sure, without the columns that are not needed. */
function FirstRows({ sheet, settings, onChange }: Omit<FormPart, 'errors'> & { readonly sheet: GuessedSheet }) {
  const [chosenOnly, setChosenOnly] = useState(() => !isUnsure(sheet));
  const whole = previewOf(sheet, settings);
  return (
    <>
      <div className="preview-head gap-0-20 below-8 row baseline apart">
        <p className="muted small">{texts.hint}</p>
        <label>
          <input type="checkbox" checked={chosenOnly} onChange={({ target }) => setChosenOnly(target.checked)} />
          {texts.chosenOnly}
        </label>
      </div>
      <PreviewTable
        preview={chosenOnly ? withChosenOnly(whole, columnsOf(sheet)) : whole}
        settings={settings}
        onChange={onChange}
      />
    </>
  );
}

/** The same typed: folded where the table shows it, unless something typed is wrong. */
function TypedFields({ isUnknown, ...part }: FormPart & { readonly isUnknown: boolean }) {
  const [isOpen, setOpen] = useState(isUnknown);
  return (
    <details
      className="below-16"
      open={isOpen || OF_THE_STEP.some((name) => part.errors[name])}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.fields}</summary>
      <div className="upload-grid gap-0-20 stack">
        <TextField name="startRow" {...part} numeric />
        <TextField name="endRow" {...part} numeric hint={upload.endRowHint} />
        {part.settings.sheets.length === 0 && <TextField name="sheet" {...part} hint={upload.sheetHint} />}
      </div>
      <p className="muted upload-columns-hint ruled">{upload.columnsHint}</p>
      <ColumnFields columns={MAIN_UPLOAD_COLUMNS} {...part} />
      <ColumnFields columns={SIZE_UPLOAD_COLUMNS} {...part} />
    </details>
  );
}

/** How far the guess can be trusted. */
function GuessNotes({ guess }: { readonly guess: GuessedSheet }) {
  const isDoubtful = isUnsure(guess);
  if (!isDoubtful && guess.notes.length === 0) return <p role="status">{texts.sure}</p>;
  return (
    <Message kind={isDoubtful ? 'warning' : 'info'}>
      {isDoubtful && <strong>{texts.unsure}</strong>}
      <ul>
        {guess.notes.map((note) => (
          <li key={note}>
            {guessNotes[note]} {note === 'crosses' && <a href={paths.crosses}>{texts.toCrosses}</a>}
          </li>
        ))}
      </ul>
    </Message>
  );
}

interface ColumnFieldsProps {
  readonly columns: readonly UploadColumn[];
  readonly settings: UploadSettings;
  readonly errors: SettingsErrors;
  readonly onChange: (change: Pick<UploadSettings, 'columns'>) => void;
}

/** Characters of one column, and of the list of columns whose stock adds up. */
const COLUMN_LENGTH = 5;
const AMOUNT_LENGTH = 60;

/** Fields that name columns of the file by number or letter; each shows the other name of what was typed. */
function ColumnFields({ columns, settings, errors, onChange }: ColumnFieldsProps) {
  return (
    <div className="upload-grid gap-0-20 stack columns">
      {columns.map((column) => {
        const value = settings.columns[column];
        const twin = columnTwin(value);
        const mistake = errors[column];
        const error = mistake === 'empty' ? uploadFieldErrors.article : mistake && uploadFieldErrors.column;
        return (
          <Field key={column} label={upload.columns[column]} error={error}>
            {(control) => (
              <span className="column-input relative">
                <input
                  {...control}
                  type="text"
                  name={column}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={column === 'amount' ? AMOUNT_LENGTH : COLUMN_LENGTH}
                  value={value}
                  onChange={({ target }) =>
                    onChange({ columns: { ...settings.columns, [column]: columnText(target.value) } })
                  }
                />
                <span className="column-twin stack middle muted mono" aria-hidden="true">
                  {twin && `= ${twin}`}
                </span>
              </span>
            )}
          </Field>
        );
      })}
    </div>
  );
}
