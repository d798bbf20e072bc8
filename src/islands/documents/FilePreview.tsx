// Shows a file of a document over its page without a download: a picture, a PDF, a table, a text or the text of a
// .docx.
import { createElement, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ShownBlock } from '../../../contract/documents/public.ts';
import { isReadToShow } from '../../../contract/documents/words.ts';
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
  const isRead = isReadToShow(type);
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
      {shown.kind === 'picture' ? (
        <img src={`data:image/webp;base64,${shown.webp}`} alt={name} />
      ) : shown.kind === 'table' ? (
        <ShownTable {...shown} name={name} wanted={sheet} onSheet={setSheet} />
      ) : (
        <section
          className="shown-scroll flush"
          aria-label={pageTexts.text(name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
          tabIndex={0}>
          {shown.kind === 'document' ? (
            <div className="markdown">{shown.blocks.length > 0 ? blocksOf(shown.blocks) : pageTexts.empty}</div>
          ) : (
            <pre className="mono small">{shown.text || pageTexts.empty}</pre>
          )}
        </section>
      )}
      {shown.kind === 'document' && <p className="field-hint">{pageTexts.textOnly}</p>}
      {shown.kind !== 'picture' && shown.isCut && <p className="field-hint">{pageTexts.isCut}</p>}
    </div>
  );
}

/** Without a space to break at, and longer than words are. */
const LONG_WORD = /\S{25}/u;

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
                    <td key={column} className={LONG_WORD.test(text) ? 'breaks' : undefined}>
                      {text}
                    </td>
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

type Paragraph = Extract<ShownBlock, { kind: 'paragraph' }>;

const isItem = (block: ShownBlock): boolean => block.kind === 'paragraph' && block.marker !== '' && block.heading === 0;

/** Headings of the dialog stand above those of the file. */
const headingOf = (level: number): string => `h${Math.min(6, level + 2)}`;

/** Paragraphs, headings and tables, and the items of lists that follow each other as lists. */
function blocksOf(blocks: readonly ShownBlock[]): ReactNode[] {
  const shown: ReactNode[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as ShownBlock;
    if (block.kind === 'table') shown.push(<BlockTable key={at} rows={block.rows} />);
    else if (isItem(block)) {
      const rest = blocks.slice(at);
      const end = rest.findIndex((next) => !isItem(next));
      const items = (end < 0 ? rest : rest.slice(0, end)) as Paragraph[];
      shown.push(<ItemList key={at} items={items} />);
      at += items.length - 1;
    } else {
      const text = block.marker === '' ? block.text : `${block.marker} ${block.text}`;
      shown.push(createElement(block.heading === 0 ? 'p' : headingOf(block.heading), { key: at }, text));
    }
  }
  return shown;
}

/** Items of one depth, with the deeper ones that follow each of them inside it. */
function ItemList({ items }: { readonly items: readonly Paragraph[] }) {
  const depth = items[0]?.depth ?? 0;
  const starts = items.flatMap((item, at) => (at === 0 || item.depth <= depth ? [at] : []));
  return (
    <ul>
      {starts.map((start, place) => {
        const [item, ...inner] = items.slice(start, starts[place + 1]) as [Paragraph, ...Paragraph[]];
        return (
          <li key={start} className="line gap-8">
            <span className="rigid">{item.marker}</span>
            <div className="shrinks">
              {item.text}
              {inner.length > 0 && <ItemList items={inner} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function BlockTable({ rows }: Pick<Extract<ShownBlock, { kind: 'table' }>, 'rows'>) {
  return (
    <table>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of a file is its number
          <tr key={row}>
            {cells.map(({ text, span }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: and so is a column
              <td key={column} colSpan={span}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
