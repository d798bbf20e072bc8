import { posix } from 'node:path';
import { ReadError } from '../error.ts';
import { METADATA_BYTES_MAX } from '../limits.ts';
import type { Container } from './container.ts';
import { attribute, nameId, type XmlHandler, XmlTokenizer } from './tokenizer.ts';

/** Where the parts of a book lie. */
export interface Workbook {
  readonly sheets: readonly { readonly title: string; readonly visible: boolean; readonly part: string }[];
  readonly strings: string | null;
  readonly styles: string | null;
  readonly since1904: boolean;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const RELATIONSHIP = nameId('Relationship');
const SHEET = nameId('sheet');
const WORKBOOK_PROPERTIES = nameId('workbookPr');
const ID = nameId('Id');
const RELATION_ID = nameId('id');
const TYPE = nameId('Type');
const TARGET = nameId('Target');
const MODE = nameId('TargetMode');
const NAME = nameId('name');
const STATE = nameId('state');
const DATE_1904 = nameId('date1904');

/** Feeds a whole part to a handler. */
export async function readPart(
  container: Container,
  part: string,
  cap: number,
  handler: XmlHandler,
  progress?: (done: number) => void,
): Promise<void> {
  const tokenizer = new XmlTokenizer(handler);
  for await (const chunk of container.part(part, cap, progress)) tokenizer.write(chunk);
  tokenizer.end();
}

/** Reads the book's table of contents by its relationships, wherever the writer put the parts. */
export async function readWorkbook(container: Container): Promise<Workbook> {
  const part = await findWorkbook(container);
  const relations = await readRelations(container, part);
  const target = (kind: string) => relations.find((relation) => relation.type.endsWith(kind))?.target ?? null;
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: { title: string; visible: boolean; part: string }[] = [];
  let since1904 = false;
  await readPart(container, part, METADATA_BYTES_MAX, {
    open(name, tag) {
      if (name === WORKBOOK_PROPERTIES) since1904 = /^(1|true)$/u.test(attribute(tag, DATE_1904) ?? '');
      if (name !== SHEET) return;
      const relation = byId.get(attribute(tag, RELATION_ID) ?? '');
      if (!relation || !/\/worksheet$/u.test(relation.type)) return;
      const sheetPart = container.find(relation.target);
      if (!sheetPart) throw new ReadError('BROKEN', 'ZIP');
      const visible = (attribute(tag, STATE) ?? 'visible') === 'visible';
      sheets.push({ title: attribute(tag, NAME) ?? '', visible, part: sheetPart });
    },
    close() {},
    text() {},
  });
  const existing = (name: string | null) => (name === null ? null : container.find(name));
  return {
    sheets,
    strings: existing(target('/sharedStrings')),
    styles: existing(target('/styles')),
    since1904,
  };
}

async function findWorkbook(container: Container): Promise<string> {
  const root = container.find('_rels/.rels') ? await readRelations(container, '') : [];
  const target =
    root.find((relation) => relation.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  if (/\.bin$/iu.test(target)) throw new ReadError('BINARY_BOOK');
  const part = container.find(target);
  if (!part || /(^|\/)(word|ppt)\//iu.test(part)) throw new ReadError('NOT_EXCEL');
  return part;
}

async function readRelations(container: Container, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const name = container.find(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (!name) return relations;
  await readPart(container, name, METADATA_BYTES_MAX, {
    open(tagName, tag) {
      if (tagName !== RELATIONSHIP || attribute(tag, MODE) === 'External') return;
      const target = (attribute(tag, TARGET) ?? '').replaceAll('\\', '/');
      relations.push({
        id: attribute(tag, ID) ?? '',
        type: attribute(tag, TYPE) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
    text() {},
  });
  return relations;
}
