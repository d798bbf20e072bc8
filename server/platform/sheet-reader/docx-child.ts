/**
 * Child process that reads the text of a .docx (ECMA-376, part 1, WordprocessingML) as headings, paragraphs, list items
 * and tables, with the numbers that Word would show. For attachments that are shown in their place.
 */
import { sendMessage } from '../child-process/send-message.ts';
import {
  BULLET,
  type Counter,
  ids,
  isOn,
  levelOf,
  numberingReader,
  type StyleFacts,
  stylesReader,
  textOf,
} from './docx-lists.ts';
import { CAPS, ReadError, type ReadRequest } from './messages.ts';
import { sendFailure } from './read-file.ts';
import { type Attributes, attribute, nameId, unescapeXml, type XmlHandler, XmlTokenizer } from './xml-tokenizer.ts';
import { type Container, openContainer } from './zip.ts';

/** How much is read: characters, and paragraphs and cells together. */
export interface DocxRoom {
  readonly characters: number;
  readonly pieces: number;
}

export interface DocxParagraph {
  readonly kind: 'paragraph';
  /** 1 to 9; 0: no heading. */
  readonly heading: number;
  /** What stands before the text in a list, as `2.1.` or `•`; '': it is no item. */
  readonly marker: string;
  /** Of an item of a list, from 0. */
  readonly depth: number;
  /** With line feeds and tabulators. */
  readonly text: string;
}

export interface DocxTable {
  readonly kind: 'table';
  readonly rows: { readonly text: string; readonly span: number }[][];
}

export interface DocxText {
  readonly blocks: (DocxParagraph | DocxTable)[];
  /** There is more than the room takes. */
  readonly isCut: boolean;
}

/** Answers with the DocxText of a file; `beside` is its DocxRoom. Fails as the readers of sheets do. */
export const work = ({ file, beside }: ReadRequest): Promise<void> =>
  sendFailure(async () => sendMessage({ kind: 'answer', answer: await readDocx(file, beside as DocxRoom) }));

const DOCUMENT = 'word/document.xml';
/** Unpacked, in bytes: a thousand pages have about thirty million. */
const DOCUMENT_BYTES = 96 * 1024 * 1024;
/** Paragraphs and tables within each other; Word nests a few. */
const NESTED_MAX = 64;

async function readDocx(file: string, room: DocxRoom): Promise<DocxText> {
  const container = await openContainer(file);
  try {
    const styles = stylesReader();
    await readPart(container, 'word/styles.xml', CAPS.metadataBytes, styles);
    const numbering = numberingReader();
    await readPart(container, 'word/numbering.xml', CAPS.metadataBytes, numbering);
    const reader = bodyReader(styles.find, numbering.counter(), room);
    if (!container.find(DOCUMENT)) throw new ReadError('BROKEN', 'ZIP');
    await readPart(container, DOCUMENT, DOCUMENT_BYTES, reader);
    if (!reader.isWhole()) throw new ReadError('BROKEN', 'XML');
    for (const part of ['word/footnotes.xml', 'word/endnotes.xml'])
      if (!reader.isFull()) await readPart(container, part, DOCUMENT_BYTES, reader);
    return reader.result();
  } finally {
    container.close();
  }
}

interface PartReader extends XmlHandler {
  /** Whether nothing more is needed. */
  isFull?(): boolean;
}

/** Reads a part, if there is one. */
async function readPart(container: Container, part: string, cap: number, reader: PartReader): Promise<void> {
  const name = container.find(part);
  if (!name) return;
  const tokenizer = new XmlTokenizer(reader);
  for await (const chunk of container.part(name, cap)) {
    tokenizer.write(chunk);
    if (reader.isFull?.()) return;
  }
  tokenizer.end();
}

/** What stands in the file and not on the page: deleted and former text, and the second form of what is there twice. */
const LEFT_OUT = new Set(
  [
    'del',
    'moveFrom',
    'Fallback',
    'pPrChange',
    'rPrChange',
    'tblPrChange',
    'trPrChange',
    'tcPrChange',
    'sectPrChange',
  ].map(nameId),
);
const BODY_NAMES = ids(
  ...([
    'document',
    'body',
    'p',
    'pPr',
    'pStyle',
    'numId',
    'ilvl',
    'outlineLvl',
    'r',
    'vanish',
    't',
    'tab',
    'ptab',
  ] as const),
  ...(['br', 'cr', 'noBreakHyphen', 'sym', 'tbl', 'tr', 'tc', 'gridSpan'] as const),
  ...(['footnoteReference', 'endnoteReference', 'footnote', 'endnote'] as const),
);
const NOTE_ID = nameId('id');
const CHARACTER = nameId('char');
const FONT = nameId('font');
const SPAN_MAX = 63;

/** Signs of Wingdings that say something: boxes and ticks. The others are shown as a sign that is not known. */
const WINGDINGS: Readonly<Record<string, string>> = {
  '6f': '☐',
  a8: '☐',
  fb: '✗',
  fc: '✓',
  fd: '☒',
  fe: '☑',
  '9f': BULLET,
  a7: '▪',
};
const UNKNOWN = '\u{fffd}';

function symbolOf(tag: Attributes): string {
  const code = (attribute(tag, CHARACTER) ?? '').toLowerCase();
  if (!/^[0-9a-f]{1,4}$/.test(code)) return UNKNOWN;
  if (/^wingdings$/i.test(attribute(tag, FONT) ?? '')) return WINGDINGS[code.replace(/^f0/, '')] ?? UNKNOWN;
  const point = Number.parseInt(code, 16);
  return point < 0x20 || (point >= 0xd800 && point < 0xf900) ? UNKNOWN : String.fromCodePoint(point);
}

interface OpenParagraph {
  text: string;
  style: string;
  list: string | null;
  level: number | null;
  outline: number | null;
}

interface OpenCell {
  readonly texts: string[];
  span: number;
}

interface BodyReader extends PartReader {
  isFull(): boolean;
  /** Whether the document was there and came to its end, or as far as it is read. */
  isWhole(): boolean;
  result(): DocxText;
}

function bodyReader(styleOf: (id: string) => StyleFacts, count: Counter, room: DocxRoom): BodyReader {
  const blocks: (DocxParagraph | DocxTable)[] = [];
  /** Names of notes in the order in which the text refers to them, and their texts. */
  const notes = new Map<string, string[]>();
  let note: string[] | null = null;
  const left = { ...room };
  let isCut = false;
  let [isSeen, isOpen] = [false, false];

  let skipped = 0;
  /** A text box stands in a paragraph and has paragraphs itself. */
  const paragraphs: OpenParagraph[] = [];
  let inProperties = false;
  let isHidden = false;
  let inText = false;

  let tables = 0;
  let rows: OpenCell[][] = [];

  const add = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || isHidden || isCut) return;
    const taken = text.slice(0, left.characters).toWellFormed();
    left.characters -= taken.length;
    paragraph.text += taken;
    if (taken.length < text.length) isCut = true;
  };

  /** Whether there was room for one more. */
  const takePiece = (): boolean => {
    if (left.pieces === 0) isCut = true;
    else left.pieces -= 1;
    return !isCut;
  };

  function closeParagraph() {
    const paragraph = paragraphs.pop();
    if (!paragraph) return;
    const style = styleOf(paragraph.style);
    const list = paragraph.list ?? style.list;
    const ofStyle = paragraph.list === null ? style.listStyle : '';
    // A number is counted also where nothing stands behind it.
    const item = list === null ? null : count(list, paragraph.level ?? style.level, ofStyle);
    const text = paragraph.text.trimEnd();
    if (text.trim() === '') return;
    const marker = item?.marker ?? '';
    if (note) note.push(text);
    else if (tables > 0)
      rows
        .at(-1)
        ?.at(-1)
        ?.texts.push(marker === '' ? text : `${marker} ${text}`);
    else if (isCut || takePiece()) {
      const heading = paragraph.outline === null ? style.heading : paragraph.outline + 1;
      blocks.push({ kind: 'paragraph', heading, marker, depth: item?.depth ?? 0, text });
    }
  }

  function closeTable() {
    const shown = rows.map((cells) => cells.map(({ texts, span }) => ({ text: texts.join('\n'), span })));
    rows = [];
    if (shown.some((cells) => cells.some(({ text }) => text !== ''))) blocks.push({ kind: 'table', rows: shown });
  }

  function refer(kind: string, tag: Attributes) {
    const name = `${kind} ${attribute(tag, NOTE_ID)}`;
    if (isCut || notes.has(name) || !takePiece()) return;
    notes.set(name, []);
    add(`[${notes.size}]`);
  }

  return {
    open(id, tag, selfClosing) {
      if (skipped > 0 || LEFT_OUT.has(id)) {
        if (!selfClosing) skipped += 1;
        return;
      }
      const name = BODY_NAMES.get(id);
      if (name === undefined) return;
      const paragraph = paragraphs.at(-1);
      if (name === 'document') isSeen = true;
      else if (name === 'body') isOpen = !selfClosing;
      else if (name === 'p') {
        if (paragraphs.length + tables > NESTED_MAX) throw new ReadError('BROKEN', 'XML');
        paragraphs.push({ text: '', style: '', list: null, level: null, outline: null });
        isHidden = false;
        if (selfClosing) closeParagraph();
      } else if (name === 'pPr') inProperties = !selfClosing;
      else if (name === 'tbl' && !selfClosing) {
        if (paragraphs.length + tables > NESTED_MAX) throw new ReadError('BROKEN', 'XML');
        tables += 1;
      } else if (name === 'tr' && tables === 1) rows.push([]);
      else if (name === 'tc' && tables === 1) {
        if (!isCut && takePiece()) rows.at(-1)?.push({ texts: [], span: 1 });
      } else if (name === 'gridSpan' && tables === 1) {
        const cell = rows.at(-1)?.at(-1);
        if (cell) cell.span = Math.min(SPAN_MAX, Math.max(1, Number(textOf(tag)) || 1));
      } else if (name === 'footnote' || name === 'endnote') {
        note = notes.get(`${name} ${attribute(tag, NOTE_ID)}`) ?? null;
        // Lines between text and notes are notes too, which no text refers to.
        if (!note && !selfClosing) skipped = 1;
      } else if (!paragraph) return;
      else if (inProperties) {
        if (name === 'pStyle') paragraph.style = textOf(tag);
        else if (name === 'numId') paragraph.list = textOf(tag);
        else if (name === 'ilvl') paragraph.level = levelOf(tag);
        else if (name === 'outlineLvl') paragraph.outline = levelOf(tag);
      } else if (name === 'r') isHidden = false;
      else if (name === 'vanish') isHidden = isOn(tag);
      else if (name === 't') inText = !selfClosing;
      else if (name === 'tab' || name === 'ptab') add('\t');
      else if (name === 'br' || name === 'cr') add('\n');
      else if (name === 'noBreakHyphen') add('\u2011');
      else if (name === 'sym') add(symbolOf(tag));
      else if (name === 'footnoteReference' || name === 'endnoteReference')
        refer(name === 'footnoteReference' ? 'footnote' : 'endnote', tag);
    },
    close(id) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      const name = BODY_NAMES.get(id);
      if (name === 'p') {
        closeParagraph();
        isHidden = false;
      } else if (name === 'pPr') inProperties = false;
      else if (name === 'r') isHidden = false;
      else if (name === 't') inText = false;
      else if (name === 'body') isOpen = false;
      else if (name === 'footnote' || name === 'endnote') note = null;
      else if (name === 'tbl' && tables > 0) {
        tables -= 1;
        if (tables === 0) closeTable();
      }
    },
    text(bytes, start, end, encoded) {
      if (!inText || skipped > 0) return;
      const text = bytes.toString('utf8', start, end);
      add(encoded ? unescapeXml(text) : text);
    },
    isFull: () => isCut,
    isWhole: () => isSeen && (isCut || !isOpen),
    result() {
      while (paragraphs.length > 0) closeParagraph();
      if (tables > 0) closeTable();
      let number = 0;
      for (const texts of notes.values()) {
        number += 1;
        const text = texts.join('\n').trim();
        if (text !== '') blocks.push({ kind: 'paragraph', heading: 0, marker: `[${number}]`, depth: 0, text });
      }
      return { blocks, isCut };
    },
  };
}
