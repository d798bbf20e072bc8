import { shownFile as texts } from '../../lib/docflow/shown-texts.ts';

interface Props {
  readonly name: string;
  readonly sheets: readonly string[];
  readonly sheet: number;
  readonly rows: readonly (readonly string[])[];
  /** The sheet that is asked for; the shown one stays until it is there. */
  readonly wanted: number;
  readonly onSheet: (sheet: number) => void;
}

/** One sheet as a table, with the others to choose from. */
export function ShownTable({ name, sheets, sheet, rows, wanted, onSheet }: Props) {
  return (
    <>
      {sheets.length > 1 && (
        <fieldset className="shown-sheets">
          <legend>{texts.sheets}</legend>
          {sheets.map((title, place) => (
            <label key={title}>
              <input
                type="radio"
                name="shown-sheet"
                checked={place === wanted}
                onChange={() => onSheet(place)}
              />
              <span>{title || texts.sheet(place + 1)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <section
        className="shown-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
        tabIndex={0}
        aria-label={texts.table(name)}
        aria-busy={sheet !== wanted}
      >
        {rows.length === 0 ? (
          <p>{texts.empty}</p>
        ) : (
          <table>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row of a file is its number
                <tr key={row}>
                  <th scope="row">{row + 1}</th>
                  {cells.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: and so is a column
                    <td key={column}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
