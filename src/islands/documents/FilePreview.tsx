// Shows a file of a document over its page without a download: a picture, a PDF, a table or a text.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { TABLE_TYPES, TEXT_TYPES } from '../../../contract/documents/words.ts';
import { askShownFile } from '../../lib/documents/document-calls.ts';
import { shownFile as pageTexts, shownErrors } from '../../lib/documents/document-texts.ts';
import { documentPage as texts } from '../../lib/documents/page-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useLoaded } from '../ui/hooks.ts';

interface Props {
  readonly address: string;
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly onClose: () => void;
}

export default function FilePreview({ address, name, fileName, type, onClose }: Props) {
  const isImage = type.startsWith('image/');
  const isRead = TABLE_TYPES.has(type) || TEXT_TYPES.has(type);
  const [failed, setFailed] = useState(false);
  return createPortal(
    <Dialog className="wide doc-preview" heading={name} closeLabel={texts.close} onClose={onClose}>
      {isRead ? (
        <ShownFile fileName={fileName} name={name} />
      ) : failed ? (
        <p className="field-error" role="alert">
          {texts.linkFailed}
        </p>
      ) : isImage ? (
        <img src={address} alt={name} onError={() => setFailed(true)} />
      ) : (
        <iframe src={address} title={name} />
      )}
      <div className="buttons">
        {!isRead && (
          <a className="button" href={address} target="_blank" rel="noopener">
            {texts.open}
          </a>
        )}
        <a className="button" href={address} download={name}>
          {texts.download}
        </a>
      </div>
    </Dialog>,
    document.body,
  );
}

function ShownFile({ fileName, name }: { readonly fileName: string; readonly name: string }) {
  const [sheet, setSheet] = useState(0);
  const { value: shown, failure, again } = useLoaded((wanted) => askShownFile(fileName, wanted), sheet, true);

  if (failure) {
    return (
      <div className="shown-file line gap-8">
        <p className="field-error" role="alert">
          {failureText(failure, shownErrors)}
        </p>
        {failure.kind !== 'refused' && <Button onClick={() => void again()}>{pageTexts.again}</Button>}
      </div>
    );
  }
  if (!shown) return <p role="status">{pageTexts.loading}</p>;
  return (
    <div className="shown-file line gap-8">
      {shown.kind === 'table' ? (
        <ShownTable {...shown} name={name} wanted={sheet} onSheet={setSheet} />
      ) : (
        <section
          className="shown-scroll flush"
          aria-label={pageTexts.text(name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
          tabIndex={0}>
          <pre>{shown.text || pageTexts.empty}</pre>
        </section>
      )}
      {shown.isCut && <p className="field-hint">{pageTexts.isCut}</p>}
    </div>
  );
}

interface ShownTableProps {
  readonly name: string;
  readonly sheets: readonly string[];
  readonly sheet: number;
  readonly rows: readonly (readonly string[])[];
  /** The sheet that is asked for; the shown one stays until it is there. */
  readonly wanted: number;
  readonly onSheet: (sheet: number) => void;
}

function ShownTable({ name, sheets, sheet, rows, wanted, onSheet }: ShownTableProps) {
  return (
    <>
      {sheets.length > 1 && (
        <fieldset className="shown-sheets gap-4-16 line">
          <legend>{pageTexts.sheets}</legend>
          {sheets.map((title, place) => (
            <label key={title}>
              <input type="radio" name="shown-sheet" checked={place === wanted} onChange={() => onSheet(place)} />
              <span>{title || pageTexts.sheet(place + 1)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <section
        className="shown-scroll flush"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
        tabIndex={0}
        aria-label={pageTexts.table(name)}
        aria-busy={sheet !== wanted}>
        {rows.length === 0 ? (
          <p>{pageTexts.empty}</p>
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
