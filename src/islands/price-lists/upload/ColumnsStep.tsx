// The step of the upload form that says which column of the price list is article, price, stock and so on: by its first
// rows, or typed.
import { useState } from 'react';
import * as columnsContract from '../../../../contract/price-lists/columns.ts';
import type { GuessAnswer, GuessedSheet, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { columnText } from '../../../../rules/format/sheet-columns.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { chosenSheet, isUnsure } from '../../../lib/price-lists/upload/guessed-settings.ts';
import * as previews from '../../../lib/price-lists/upload/preview.ts';
import * as uploadSettings from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button, Field, Message } from '../../ui/controls.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { type FormPart, TextField } from './RuleFields.tsx';
import { SheetList, SheetPricesPart } from './SheetList.tsx';

const { preview: texts } = previews;

interface ColumnsStepProps extends FormPart {
  /** What the service makes of the file; null while that is not known. */
  readonly guess: GuessAnswer | null;
}

const OF_THE_STEP = ['startRow', 'endRow', 'sheet', ...columnsContract.UPLOAD_COLUMNS] as const;

export function ColumnsStep({ guess, ...part }: ColumnsStepProps) {
  const { settings } = part;
  const sheet = guess && chosenSheet(guess, settings);
  return (
    <fieldset>
      <legend>{upload.groups.extra}</legend>
      {guess && settings.sheets.length > 0 && <SheetList guess={guess} {...part} />}
      {sheet && (
        <>
          <GuessNotes guess={sheet} {...part} />
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

/** The table of the first rows; where the guess is sure and nothing is missing, without the columns that are not needed. */
function FirstRows({ sheet, settings, onChange }: Omit<FormPart, 'errors'> & { readonly sheet: GuessedSheet }) {
  const isWhole = !previews.missesColumn(settings) && !previews.isPartly(sheet);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const chosenOnly = wanted ?? (isWhole && !isUnsure(sheet));
  const whole = previews.previewOf(sheet, settings);
  return (
    <>
      <div className="preview-head gap-0-20 below-8 row baseline apart">
        <p className="muted small">{texts.hint}</p>
        <label>
          <input type="checkbox" checked={chosenOnly} onChange={({ target }) => setWanted(target.checked)} />
          {texts.chosenOnly}
        </label>
      </div>
      <PreviewTable
        preview={chosenOnly ? previews.withChosenOnly(whole, columnsOf(sheet)) : whole}
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
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.fields}</summary>
      <div className="upload-grid gap-0-20 stack">
        <TextField name="startRow" {...part} numeric />
        <TextField name="endRow" {...part} numeric hint={upload.endRowHint} />
        {part.settings.sheets.length === 0 && <TextField name="sheet" {...part} hint={upload.sheetHint} />}
      </div>
      <p className="muted upload-columns-hint ruled">{upload.columnsHint}</p>
      <ColumnFields columns={columnsContract.MAIN_UPLOAD_COLUMNS} {...part} />
      <ColumnFields columns={columnsContract.SIZE_UPLOAD_COLUMNS} {...part} />
    </details>
  );
}

type GuessNotesProps = Pick<FormPart, 'settings' | 'onChange'> & { readonly guess: GuessedSheet };

function GuessNotes({ guess, settings, onChange }: GuessNotesProps) {
  const isDoubtful = isUnsure(guess);
  const { rules, columns } = settings;
  const isByTitle = rules.articleFrom === 'whole-title';
  const mayGoByTitle = !isByTitle && columns.article === '' && columns.title !== '';
  if (!isDoubtful && guess.notes.length === 0) return <p role="status">{texts.sure}</p>;
  return (
    <Message kind={isDoubtful ? 'warning' : 'info'}>
      {isDoubtful && <strong>{texts.unsure}</strong>}
      <ul>
        {guess.notes.map((note) => (
          <li key={note}>
            {isByTitle && note === 'no article' ? texts.byTitleChosen : previews.guessNotes[note]}{' '}
            {note === 'crosses' && <a href={paths.crosses}>{texts.toCrosses}</a>}
            {note === 'no article' && mayGoByTitle && (
              <Button kind="quiet" onClick={() => onChange({ rules: { ...rules, articleFrom: 'whole-title' } })}>
                {texts.byTitle}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Message>
  );
}

interface ColumnFieldsProps {
  readonly columns: readonly columnsContract.UploadColumn[];
  readonly settings: uploadSettings.UploadSettings;
  readonly errors: uploadSettings.SettingsErrors;
  readonly onChange: (change: Pick<uploadSettings.UploadSettings, 'columns'>) => void;
}

/** Fields that name columns of the file by number or letter; each shows the other name of what was typed. */
function ColumnFields({ columns, settings, errors, onChange }: ColumnFieldsProps) {
  return (
    <div className="upload-grid gap-0-20 stack columns">
      {columns.map((column) => {
        const value = settings.columns[column];
        const twin = uploadSettings.columnTwin(value);
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

interface ColumnPicksProps {
  readonly guess: SheetGuess;
  readonly settings: uploadSettings.UploadSettings;
  readonly onChange: (change: Pick<uploadSettings.UploadSettings, 'columns'>) => void;
}

/** Which of several columns of prices is meant, and which of several columns of stock add up. */
function ColumnPicks({ guess, settings, onChange }: ColumnPicksProps) {
  const { columns } = settings;
  const isAmount = (number: number) => previews.meaningsOf(columns, number).includes('amount');
  return (
    <div className="column-picks below-12 stack">
      {guess.prices.length > 1 && (
        <Picks
          legend={texts.prices}
          type="radio"
          guess={guess}
          numbers={guess.prices}
          isPicked={(number) => previews.meaningsOf(columns, number).includes('price')}
          onPick={(number) => onChange({ columns: previews.withMeaning(columns, number, 'price') })}
        />
      )}
      {guess.stocks.length > 1 && (
        <Picks
          legend={texts.stocks}
          type="checkbox"
          guess={guess}
          numbers={guess.stocks}
          isPicked={isAmount}
          onPick={(number) =>
            onChange({ columns: previews.withMeaning(columns, number, isAmount(number) ? '' : 'more-amount') })
          }
        />
      )}
    </div>
  );
}

interface PicksProps {
  readonly legend: string;
  readonly type: 'radio' | 'checkbox';
  readonly guess: SheetGuess;
  readonly numbers: readonly number[];
  readonly isPicked: (number: number) => boolean;
  readonly onPick: (number: number) => void;
}

function Picks({ legend, type, guess, numbers, isPicked, onPick }: PicksProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {[...numbers]
        .sort((one, other) => one - other)
        .map((number) => {
          const { letters, name, example } = previews.columnInFile(guess, number);
          return (
            <label key={number}>
              <input
                type={type}
                name={type === 'radio' ? 'price-column' : undefined}
                checked={isPicked(number)}
                onChange={() => onPick(number)}
              />
              <span>
                {texts.columnName(letters, name)}
                {example !== '' && <small className="muted"> {texts.example(example)}</small>}
              </span>
            </label>
          );
        })}
    </fieldset>
  );
}
