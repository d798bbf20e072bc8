import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** An archive of these parts, in their order. */
export function zipOf(parts: Readonly<Record<string, string>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content), name, { compress: compress && name !== 'mimetype' });
  }
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const TYPES = { '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>' };

/** Office documents as small as they may be, by extension. */
export const officeFiles = async (): Promise<Record<string, Buffer>> => ({
  docx: await zipOf({ ...TYPES, 'word/document.xml': '<w:document/>' }),
  xlsx: await zipOf({ ...TYPES, 'xl/workbook.xml': '<workbook/>' }),
  pptx: await zipOf({ ...TYPES, 'ppt/presentation.xml': '<p:presentation/>' }),
  odt: await zipOf(openDocument('text')),
  ods: await zipOf(openDocument('spreadsheet')),
  odp: await zipOf(openDocument('presentation')),
  doc: compoundFile('WordDocument'),
  xls: compoundFile('Workbook'),
  ppt: compoundFile('PowerPoint Document'),
});

const openDocument = (kind: string) => ({
  mimetype: `application/vnd.oasis.opendocument.${kind}`,
  'content.xml': '<office:document-content/>',
  'META-INF/manifest.xml': '<manifest/>',
});

/** The container of the old office formats with one stream of this name: header, table, directory. */
export function compoundFile(stream: string): Buffer {
  const file = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  for (const [index, name] of ['Root Entry', stream].entries()) {
    const at = 1024 + index * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeUInt8(index === 0 ? 5 : 2, at + 66);
  }
  return file;
}
