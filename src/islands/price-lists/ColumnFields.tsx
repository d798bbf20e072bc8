import type { UploadColumn } from '../../../contract/upload-columns.ts';
import { columnText } from '../../../rules/sheet-columns.ts';
import {
  columnTwin,
  type SettingsErrors,
  type UploadSettings,
} from '../../lib/price-lists/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../lib/price-lists/upload-texts.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly columns: readonly UploadColumn[];
  readonly settings: UploadSettings;
  readonly errors: SettingsErrors;
  readonly onChange: (change: Pick<UploadSettings, 'columns'>) => void;
}

/** Characters of one column, and of the list of columns whose stock adds up. */
const COLUMN_LENGTH = 5;
const AMOUNT_LENGTH = 60;

/** Fields that name columns of the file by number or letter; each shows the other name of what was typed. */
export function ColumnFields({ columns, settings, errors, onChange }: Props) {
  return (
    <div className="upload-grid columns">
      {columns.map((column) => {
        const value = settings.columns[column];
        const twin = columnTwin(value);
        const mistake = errors[column];
        const error = mistake === 'empty' ? uploadFieldErrors.article : mistake && uploadFieldErrors.column;
        return (
          <Field key={column} label={upload.columns[column]} error={error}>
            {(control) => (
              <span className="column-input">
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
                <span className="column-twin mono" aria-hidden="true">
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
