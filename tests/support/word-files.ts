/** Parts of .docx files as word processors write them: texts, styles, lists and tables. */
import { Buffer } from 'node:buffer';
import { zipOf } from '../unit/files/office-files.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

interface Run {
  readonly style?: string;
  /** Number and level of its list. */
  readonly list?: readonly [id: number, level: number];
}

export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph; what is no markup is its one run. */
export function paragraph(content: string, { style, list }: Run = {}): string {
  const named = style === undefined ? '' : `<w:pStyle w:val="${style}"/>`;
  const number = list ? `<w:numPr><w:ilvl w:val="${list[1]}"/><w:numId w:val="${list[0]}"/></w:numPr>` : '';
  return `<w:p><w:pPr>${named}${number}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;
}

export const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;

export const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;

const part = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:${root} ${W}>${content}</w:${root}>`;

/** The styles of Word in Russian: their ids are short, and their names English. */
const STYLES = part(
  'styles',
  '<w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/>' +
    '<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="10"><w:name w:val="Глава"/><w:basedOn w:val="1"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="clause"><w:name w:val="Пункт"/><w:basedOn w:val="a"/>' +
    '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
);

const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;

/** 1: sections and clauses of a contract; 2: letters; 3: bullets of a font of symbols; 4: the first from 5 on. */
const NUMBERING = part(
  'numbering',
  '<w:abstractNum w:abstractNumId="0">' +
    level(0, 'decimal', '%1.') +
    level(1, 'decimal', '%1.%2.', '<w:pStyle w:val="clause"/>') +
    level(2, 'lowerRoman', '(%3)') +
    '</w:abstractNum>' +
    `<w:abstractNum w:abstractNumId="1">${level(0, 'russianLower', '%1)')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '\uf0b7')}${level(1, 'bullet', '–')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
    '<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>' +
    '<w:num w:numId="4"><w:abstractNumId w:val="0"/>' +
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>',
);

interface Beside {
  /** Texts of footnotes, from number 1. */
  readonly notes?: readonly string[];
  readonly parts?: Readonly<Record<string, string>>;
}

/** A document with this content of its body. */
export const wordFile = (body: string, { notes = [], parts = {} }: Beside = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': part('document', `<w:body>${body}<w:sectPr/></w:body>`),
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:type="separator" w:id="-1">${paragraph('—')}</w:footnote>` +
        notes.map((text, at) => `<w:footnote w:id="${at + 1}">${paragraph(text)}</w:footnote>`).join(''),
    ),
    ...parts,
  });

/** The same archive with the sign of a password on each of its parts. */
export function encrypted(archive: Buffer): Buffer {
  const file = Buffer.from(archive);
  for (const [signature, at] of [
    ['504b0304', 6],
    ['504b0102', 8],
  ] as const) {
    const mark = Buffer.from(signature, 'hex');
    for (let place = file.indexOf(mark); place >= 0; place = file.indexOf(mark, place + 4))
      file.writeUInt16LE(file.readUInt16LE(place + at) | 1, place + at);
  }
  return file;
}
