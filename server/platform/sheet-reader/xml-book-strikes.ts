/** Finds what an XML 2003 book strikes out, which the library does not say. Used by legacy.ts. */
import type { StruckCell } from './xls-records.ts';
import { type Attributes, attribute, nameId, unescapeXml, XmlTokenizer } from './xml-tokenizer.ts';

const STYLE = nameId('Style');
const FONT = nameId('Font');
const STRIKE_THROUGH = nameId('StrikeThrough');
const ID = nameId('ID');
const STYLE_ID = nameId('StyleID');
const WORKSHEET = nameId('Worksheet');
const ROW = nameId('Row');
const CELL = nameId('Cell');
const DATA = nameId('Data');
const INDEX = nameId('Index');
const SPAN = nameId('Span');
const MERGE_ACROSS = nameId('MergeAcross');
/** An element of HTML inside the data of a cell. */
const STRUCK = nameId('S');
const MAY_STRIKE = /StrikeThrough|<(?:\w{1,20}:)?S[\s>]/u;

type StruckRows = Map<number, Map<number, StruckCell>>;

/** By the place of the sheet in the book, then by row and column from 0; nothing of a damaged book. */
export function strikesOfXml(text: string): readonly StruckRows[] {
  if (!MAY_STRIKE.test(text)) return [];
  const sheets: StruckRows[] = [];
  const struckStyles = new Set<string>();
  let style = '';
  let row = -1;
  let column = -1;
  let rowStyle: string | null = null;
  let cellStyle = '';
  let across = 0;
  let inData = false;
  let depth = 0;
  let kept = '';
  let struck = '';

  const closeCell = () => {
    const isWhole = struckStyles.has(cellStyle);
    if (isWhole || struck !== '') {
      const rows = sheets.at(-1) ?? new Map();
      rows.getOrInsertComputed(row, () => new Map()).set(column, isWhole ? 'whole' : { kept, struck });
    }
    column += across;
  };
  const tokenizer = new XmlTokenizer({
    open(name, tag, selfClosing) {
      if (name === STYLE) style = attribute(tag, ID) ?? '';
      else if (name === FONT && attribute(tag, STRIKE_THROUGH) === '1') struckStyles.add(style);
      else if (name === WORKSHEET) {
        sheets.push(new Map());
        row = -1;
      } else if (name === ROW) {
        row = placeOf(tag, row);
        rowStyle = attribute(tag, STYLE_ID);
        column = -1;
        if (selfClosing) row += numberOf(tag, SPAN);
      } else if (name === CELL) {
        column = placeOf(tag, column);
        cellStyle = attribute(tag, STYLE_ID) ?? rowStyle ?? '';
        across = numberOf(tag, MERGE_ACROSS);
        kept = '';
        struck = '';
        if (selfClosing) closeCell();
      } else if (name === DATA) inData = !selfClosing;
      else if (name === STRUCK && inData && !selfClosing) {
        depth += 1;
        kept += ' ';
      }
    },
    close(name) {
      if (name === CELL) closeCell();
      else if (name === DATA) inData = false;
      else if (name === STRUCK && depth > 0) depth -= 1;
    },
    text(bytes, start, end, encoded) {
      if (!inData) return;
      const raw = bytes.toString('utf8', start, end);
      const piece = encoded ? unescapeXml(raw) : raw;
      if (depth > 0) struck += piece;
      else kept += piece;
    },
  });
  try {
    tokenizer.write(Buffer.from(text));
  } catch {
    return [];
  }
  return sheets;
}

/** Rows and cells follow one another unless they name their place. */
const placeOf = (tag: Attributes, before: number): number => (numberOf(tag, INDEX) || before + 2) - 1;

function numberOf(tag: Attributes, name: number): number {
  const text = attribute(tag, name) ?? '';
  return /^\d{1,7}$/u.test(text) ? Number(text) : 0;
}
