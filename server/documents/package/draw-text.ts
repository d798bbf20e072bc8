// Draws the text of a document into a PDF, with its fonts, sheets and attached files.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Run, TextBlock } from './text-blocks.ts';

const faceOf = ({ bold, italic }: Pick<Run, 'bold' | 'italic'>): Face => {
  if (bold) return italic ? 'bold-italic' : 'bold';
  return italic ? 'italic' : 'regular';
};

export function drawText(paper: Pdf, blocks: readonly TextBlock[]): void {
  for (const block of blocks) drawBlock(paper, block);
  paper.font('regular').fontSize(TEXT_SIZE).fillColor(INK);
}

function drawBlock(paper: Pdf, block: TextBlock): void {
  const { kind, level, mark, runs } = block;
  if (kind === 'table') {
    drawTable(paper, block.rows);
    return;
  }
  const isHeading = kind === 'heading';
  const size = isHeading ? (HEADING_SIZES[level - 1] ?? TEXT_SIZE) : TEXT_SIZE;
  const indent = kind === 'item' ? level * INDENT : kind === 'quote' || kind === 'code' ? INDENT : 0;
  // A heading does not stand alone at the foot of a sheet.
  keepTogether(paper, isHeading ? size * 4 : size * 1.5);
  paper.fontSize(size).fillColor(kind === 'quote' ? FAINT : INK);
  const x = MARGIN + indent;
  if (kind === 'item') {
    const { y } = paper;
    paper.font('regular').text(mark, x - INDENT, y, { width: INDENT - 4, align: 'right', lineBreak: false });
    paper.y = y;
  }
  drawRuns(paper, isHeading ? runs.map((run) => ({ ...run, bold: true })) : runs, x, widthOf(paper) - indent);
  paper.y += kind === 'item' ? GAP / 3 : GAP;
  paper.x = MARGIN;
}

const CELL_X = 5;
const CELL_Y = 4;
/** Narrower columns would break most words: such tables are drawn line by line. */
const COLUMN_MIN = 40;

/** A grid whose columns share the width by their texts; rows are not parted between sheets. */
function drawTable(paper: Pdf, rows: readonly (readonly (readonly Run[])[])[]): void {
  const widths = columnWidths(paper, rows);
  const tallest = paper.page.height - 2 * MARGIN - TEXT_SIZE * 2;
  for (const row of rows) {
    // The widest face: the others need no more lines.
    paper.font('bold').fontSize(TEXT_SIZE).fillColor(INK);
    const heightOf = (runs: readonly Run[], at: number) =>
      paper.heightOfString(textOf(runs) || ' ', { width: (widths[at] ?? 0) - 2 * CELL_X, lineGap: 1.5 });
    const height = Math.max(...row.map(heightOf)) + 2 * CELL_Y;
    if (widths.some((width) => width < COLUMN_MIN) || height > tallest) {
      const parting = { text: ' | ', bold: false, italic: false };
      drawRuns(
        paper,
        row.flatMap((runs, at) => (at > 0 ? [parting, ...runs] : runs)),
        MARGIN,
        widthOf(paper),
      );
      paper.y += GAP;
      continue;
    }
    keepTogether(paper, height + TEXT_SIZE);
    const top = paper.y;
    let x = MARGIN;
    for (const [at, width] of widths.entries()) {
      paper.rect(x, top, width, height).lineWidth(0.5).strokeColor(RULED).stroke();
      paper.y = top + CELL_Y;
      drawRuns(paper, row[at] ?? [], x + CELL_X, width - 2 * CELL_X);
      x += width;
    }
    paper.y = top + height;
  }
  paper.y += GAP;
  paper.x = MARGIN;
}

const textOf = (runs: readonly Run[]): string => printable(runs.map(({ text }) => text).join(''));

/** Each as wide as its longest text wants, within an even share and what is left over. */
function columnWidths(paper: Pdf, rows: readonly (readonly (readonly Run[])[])[]): number[] {
  paper.font('bold').fontSize(TEXT_SIZE);
  const count = Math.max(...rows.map(({ length }) => length));
  const wanted = Array.from({ length: count }, (_, at) => {
    const texts = rows.map((row) => textOf(row[at] ?? []).slice(0, WIDEST));
    return Math.max(COLUMN_MIN, ...texts.map((text) => paper.widthOfString(text) + 2 * CELL_X + 2));
  });
  const sum = wanted.reduce((total, width) => total + width, 0);
  const room = widthOf(paper);
  if (sum <= room) return wanted.map((width) => (width * room) / sum);
  const even = room / count;
  const narrow = wanted.filter((width) => width <= even).reduce((total, width) => total + width, 0);
  const wide = wanted.filter((width) => width > even).reduce((total, width) => total + width, 0);
  return wanted.map((width) => (width <= even ? width : (width * (room - narrow)) / wide));
}

/** Characters of a cell beyond which it wants no more width. */
const WIDEST = 200;

function drawRuns(paper: Pdf, runs: readonly Run[], x: number, width: number): void {
  const shown = runs.map((run) => ({ ...run, text: printable(run.text) })).filter(({ text }) => text !== '');
  paper.x = x;
  for (const [at, run] of shown.entries()) {
    paper.font(faceOf(run)).text(run.text, { width, continued: at < shown.length - 1, lineGap: 1.5 });
  }
}

export type Pdf = PDFKit.PDFDocument;
export type Face = 'regular' | 'bold' | 'italic' | 'bold-italic';

/** Points of a sheet of A4 that stay free. */
export const MARGIN = 56;
export const TEXT_SIZE = 10.5;
export const SMALL_SIZE = 8.5;
export const INK = '#1c2430';
export const FAINT = '#5b6675';
export const RULED = '#c5ccd6';

const INDENT = 18;
const GAP = 6;
const HEADING_SIZES = [16, 14, 12.5, 11.5, TEXT_SIZE, TEXT_SIZE];

const require = createRequire(import.meta.url);
const FONT = '@expo-google-fonts/pt-sans';
const FACES: Record<Face, string> = {
  regular: `${FONT}/400Regular/PTSans_400Regular.ttf`,
  bold: `${FONT}/700Bold/PTSans_700Bold.ttf`,
  italic: `${FONT}/400Regular_Italic/PTSans_400Regular_Italic.ttf`,
  'bold-italic': `${FONT}/700Bold_Italic/PTSans_700Bold_Italic.ttf`,
};

/** What the PDF says of itself; both moments are given, so that equal contents are equal bytes. */
interface PaperFacts {
  readonly title: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An empty document with fonts that have Cyrillic letters. Attachments come packed mostly, so nothing is packed again. */
export function openPdf({ title, author, at }: PaperFacts): Pdf {
  const paper = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    compress: false,
    // The first one that knows seals of this kind.
    pdfVersion: '1.7',
    lang: 'ru',
    displayTitle: true,
    // None of the built-in fonts has Cyrillic letters; without this one of them is loaded.
    font: require.resolve(FACES.regular),
    info: { Title: title, Author: author, CreationDate: new Date(at), ModDate: new Date(at) },
  });
  for (const [face, path] of Object.entries(FACES)) {
    paper.registerFont(face, readFileSync(require.resolve(path)));
  }
  return paper.font('regular').fontSize(TEXT_SIZE).fillColor(INK);
}

/** Width of a line in points. */
export const widthOf = (paper: Pdf): number => paper.page.width - 2 * MARGIN;

/** Begins a sheet where fewer than so many points are left on this one. */
export function keepTogether(paper: Pdf, points: number): void {
  if (paper.y + points > paper.page.height - MARGIN) paper.addPage();
}

/** What the facts of a PDF hold, which are shown in fonts of the reader: no control characters, no halves of them. */
export const wellFormed = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\t', '    ')
    .replace(/(?!\n)\p{Cc}/gu, '');

/** Signs that the fonts have under another number. */
const ALIKE: Readonly<Record<string, string>> = { '‐': '-', '‑': '-', '→': '->', '←': '<-', '✓': '√', '✔': '√' };

/** What can be printed: besides, invisible characters are left out, and what the fonts lack is named in brackets. */
export const printable = (text: string): string =>
  // The fonts have letters with accents, not the accents of macOS beside them.
  wellFormed(text)
    .normalize()
    .replace(/[^\n -~А-яЁё]/gu, (sign) => (/\p{Cf}/u.test(sign) ? '' : hasGlyph(sign) ? sign : standIn(sign)))
    .replace(/(\[(?:эмодзи|знак)\])\1+/gu, '$1');

function standIn(sign: string): string {
  // Accents and variants of the sign before; spaces of other widths.
  if (/\p{M}|\p{Emoji_Modifier}/u.test(sign)) return '';
  if (/\p{Z}/u.test(sign)) return ' ';
  return ALIKE[sign] ?? (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(sign) ? '[эмодзи]' : '[знак]');
}

interface Glyphs {
  hasGlyphForCodePoint(code: number): boolean;
}
let glyphs: Glyphs | null = null;

/** All faces have the same characters. */
function hasGlyph(sign: string): boolean {
  const open = () =>
    new PDFDocument({ font: require.resolve(FACES.regular) }) as unknown as { _font: { font: Glyphs } };
  glyphs ??= open()._font.font;
  return glyphs.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
}

/** Bytes of an attachment that are in memory at a time. */
const PIECE = 1024 * 1024;

interface AttachedFile {
  readonly name: string;
  /** A name of its own among the attached files. */
  readonly key: string;
  /** Media type. */
  readonly type: string;
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What pdfkit lets its own parts do: its way of attaching keeps a file in memory three times. */
export interface OpenPaper {
  readonly _offset: number;
  readonly _root: { readonly data: { AF?: Reference[]; AcroForm?: Reference } };
  readonly page: { readonly dictionary: Reference; readonly annotations: Reference[] };
  _write(content: string | Uint8Array): void;
  _refEnd(reference: Reference): void;
  ref(data: object): Reference;
  addNamedEmbeddedFile(name: string, reference: Reference): void;
}

interface Reference {
  readonly id: number;
  readonly data: object;
  offset: number;
  end(): void;
}

/** Attaches a file piece by piece, each handed on by the paper before the next is read. */
export function attachFile(paper: Pdf, { name, key, type, path, at }: AttachedFile): void {
  const open = paper as unknown as OpenPaper;
  const file = open.ref({});
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const moment = pdfMoment(at);
    file.offset = open._offset;
    open._write(
      `${file.id} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /${type.replaceAll('/', '#2F')}\n/Length ${size}\n` +
        `/Params << /Size ${size} /CreationDate ${moment} /ModDate ${moment} >>\n>>\nstream`,
    );
    for (let left = size; left > 0; ) {
      const piece = new Uint8Array(Math.min(left, PIECE));
      const read = readSync(handle, piece);
      if (read === 0) throw new Error(`${path} has become shorter`);
      open._write(piece.subarray(0, read));
      left -= read;
    }
    open._write('\nendstream\nendobj');
  } finally {
    closeSync(handle);
  }
  open._refEnd(file);
  const shown = new String(name);
  const entry = open.ref({
    ...{ Type: 'Filespec', AFRelationship: 'Supplement' },
    ...{ F: shown, EF: { F: file }, UF: shown },
  });
  entry.end();
  open.addNamedEmbeddedFile(key, entry);
  const { data } = open._root;
  data.AF = [...(data.AF ?? []), entry];
}

/** As PDF has it, in UTC. */
export const pdfMoment = (at: number): string => `(D:${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
