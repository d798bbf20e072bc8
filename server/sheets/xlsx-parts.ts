import { columnLetters } from '../../rules/sheet-columns.ts';
import type { CellKind, Column } from './columns.ts';
import { cellText } from './xml-text.ts';

/** The fixed parts of an Office Open XML workbook (ECMA-376 part 1, chapters 11, 12 and 18). */
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index of the cell format of each kind in `styles.xml`. */
export const STYLE: Readonly<Record<CellKind, number>> = { text: 1, integer: 2, money: 3, amount: 0 };
const HEADER_STYLE = 4;

/** A text cell: an inline string, so that nothing in it is ever evaluated. Outer white space is kept. */
export function textCell(reference: string, style: number, text: string): string {
  const content = cellText(text);
  const isPadded =
    content.charCodeAt(0) <= LAST_XML_SPACE || content.charCodeAt(content.length - 1) <= LAST_XML_SPACE;
  // Asked for in every cell, it would be a fifth of the sheet.
  const space = isPadded ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${content}</t></is></c>`;
}

/** XML's white space are the blank and, below it, tab and line ends. */
const LAST_XML_SPACE = 0x20;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export function contentTypes(sheets: number): string {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', `${SHEETML}.sheet.main+xml`)}${override('/xl/styles.xml', `${SHEETML}.styles+xml`)}${numbers(
    sheets,
  )
    .map((n) => override(`/xl/worksheets/sheet${n}.xml`, `${SHEETML}.worksheet+xml`))
    .join('')}</Types>`;
}

export const packageRelations = (): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbookRelations(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))
    .join('')}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`;
}

/** The workbook; every sheet has its autofilter under the name that Excel itself gives it. */
export function workbook(sheets: readonly { readonly name: string; readonly range: string }[]): string {
  const sheet = ({ name }: { readonly name: string }, index: number) =>
    `<sheet name="${cellText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  const quoted = (name: string) => cellText(`'${name.replaceAll("'", "''")}'`);
  const filter = ({ name, range }: (typeof sheets)[number], index: number) =>
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted(name)}!${range.replace(/[A-Z]+|\d+/g, '$$$&')}</definedName>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map(sheet).join('')}</sheets><definedNames>${sheets.map(filter).join('')}</definedNames></workbook>`;
}

/** Formats: 0 General, 49 text (an edited article stays a text), 1 whole, 4 `#,##0.00`, and the bold header. */
export const styles = (): string =>
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEBE6"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${[
    49, 1, 4,
  ]
    .map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join(
      '',
    )}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Everything of a sheet before its first data row: frozen bold header, widths. */
export function sheetStart(columns: readonly Column[], range: string): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map((column, index) =>
    textCell(`${columnLetters(index + 1)}1`, HEADER_STYLE, column.header),
  );
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Everything after the last row: the filter, and no warning marks on articles that look like numbers. */
export const sheetEnd = (range: string): string =>
  `</sheetData><autoFilter ref="${range}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
