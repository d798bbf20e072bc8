// Reads the text of a PDF that pdfkit has drawn, as a reader of PDF copies it: by the fonts' tables of glyphs. For tests.
import { inflateSync } from 'node:zlib';

/** Words of all sheets in the order they are drawn, with single spaces. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString('latin1'));
  const letters = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/gu)) {
      const table = /\/ToUnicode (\d+) 0 R/u.exec(objects.get(font)?.head ?? '')?.[1];
      if (table) letters.set(name, lettersOf(objects.get(table)?.stream() ?? ''));
    }
  }
  const drawn = [...objects.values()].filter(({ head }) => !/\/(?:Type|Subtype|Length1|FunctionType)\b/u.test(head));
  return drawn
    .map(({ stream }) => wordsOf(stream(), letters))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

interface PdfObject {
  readonly head: string;
  /** What it holds, unpacked; '' without a stream. */
  readonly stream: () => string;
}

function objectsOf(text: string): ReadonlyMap<string, PdfObject> {
  const found = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n/gu)];
  return new Map(
    found.map((match) => {
      const start = match.index + match[0].length;
      const body = text.slice(start, text.indexOf('endobj', start));
      const begin = /stream\r?\n/u.exec(body);
      const head = body.slice(0, begin?.index);
      const stream = () => {
        if (!begin) return '';
        const at = start + begin.index + begin[0].length;
        const bytes = Buffer.from(text.slice(at, text.indexOf('\nendstream', at)), 'latin1');
        return head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
      };
      return [match[1] ?? '', { head, stream }] as const;
    }),
  );
}

/** Letters by glyph, four hexadecimal digits. */
function lettersOf(table: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/giu)) {
    for (const [at, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/giu)].entries()) {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

function wordsOf(content: string, letters: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let table: ReadonlyMap<string, string> | undefined;
  let words = '';
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/giu)) {
    if (font) table = letters.get(font);
    for (const [, glyphs = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/giu))
      for (const [glyph] of glyphs.matchAll(/.{4}/gu)) words += table?.get(glyph.toLowerCase()) ?? '';
    if (shown !== undefined) words += ' ';
  }
  return words;
}
