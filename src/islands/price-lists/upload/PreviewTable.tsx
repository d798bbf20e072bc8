// The first rows of a price list in the upload form; over each column what it means, which can be changed, in its cells
// how they will be read.
import * as columnsContract from '../../../../contract/price-lists/columns.ts';
import * as previews from '../../../lib/price-lists/upload/preview.ts';
import type * as uploadSettings from '../../../lib/price-lists/upload/upload-settings.ts';

const { preview: texts } = previews;

interface PreviewTableProps {
  readonly preview: previews.Preview;
  readonly settings: uploadSettings.UploadSettings;
  readonly onChange: (change: Partial<uploadSettings.UploadSettings>) => void;
}

export function PreviewTable({ preview, settings, onChange }: PreviewTableProps) {
  const { columns, rows } = preview;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard
    <section className="preview" aria-label={texts.region} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="preview-number">
              <span className="visually-hidden">{texts.row}</span>
            </th>
            {columns.map((column) => (
              <ColumnHead
                key={column.number}
                column={column}
                hasAmount={settings.columns.amount !== ''}
                onChoose={(choice) =>
                  onChange({ columns: previews.withMeaning(settings.columns, column.number, choice) })
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} className={row.kind}>
              <th scope="row" className="preview-number">
                <button
                  type="button"
                  aria-label={texts.startAt(row.number)}
                  aria-pressed={settings.startRow === String(row.number)}
                  onClick={() => onChange({ startRow: String(row.number) })}>
                  {row.number}
                </button>
              </th>
              {columns.map((column, at) => (
                <Cell key={column.number} column={column} row={row} text={row.texts[at] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly column: previews.PreviewColumn;
  readonly hasAmount: boolean;
  readonly onChoose: (choice: previews.ColumnChoice) => void;
}

function ColumnHead({ column, hasAmount, onChoose }: HeadProps) {
  const { letters, name, meanings } = column;
  const isMore = hasAmount && !meanings.includes('amount');
  return (
    <th scope="col" className={classOf(column)}>
      <span className="preview-letters muted fine mono" aria-hidden="true">
        {letters}
      </span>
      <select
        aria-label={texts.meaningOf(letters, name)}
        value={meanings[0] ?? ''}
        onChange={({ target }) => onChoose(target.value as previews.ColumnChoice)}>
        {(['', ...columnsContract.UPLOAD_COLUMNS, ...(isMore ? (['more-amount'] as const) : [])] as const).map(
          (choice) => (
            <option key={choice} value={choice}>
              {previews.choiceLabel(choice)}
            </option>
          ),
        )}
      </select>
      {meanings.length > 1 && (
        <small>
          {meanings
            .slice(1)
            .map((meaning) => `+ ${previews.choiceLabel(meaning)}`)
            .join(' ')}
        </small>
      )}
    </th>
  );
}

/** A price stays in sight, however wide the table is. */
const classOf = ({ meanings }: previews.PreviewColumn): string | undefined =>
  meanings.includes('price') ? 'chosen price' : meanings.length > 0 ? 'chosen' : undefined;

/** A cell; below its text, how it is read where that is not the text itself. */
function Cell({ column, row, text }: { column: previews.PreviewColumn; row: previews.PreviewRow; text: string }) {
  const reading = readingOf(column, row);
  return (
    <td className={classOf(column)} title={text.length > 40 ? text : undefined}>
      <span className="preview-text nowrap">{text}</span>
      {reading !== '' && reading !== text && <small className="preview-reading fine nowrap">{reading}</small>}
    </td>
  );
}

function readingOf({ meanings }: previews.PreviewColumn, { kind, price }: previews.PreviewRow): string {
  if (meanings.includes('article') && kind === 'no-article') return texts.noArticle;
  if (meanings.includes('article') && kind === 'group') return texts.group;
  if (!meanings.includes('price') || kind !== 'goods' || price === null) return '';
  if (price.kind === 'price') return price.text;
  return price.kind === 'none' ? texts.noPrice : texts.notAPrice;
}
