/** Child process that determines which office document a zip archive is. */
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { sendMessage } from '../child-process/send-message.ts';
import type { StoredExtension } from './stored-files.ts';

const PARTS_MAX = 20_000;
/** Longer than any media type of an office document. */
const TYPE_MAX = 200;
const STORED = 0;

const MAIN_PARTS: readonly (readonly [string, StoredExtension])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
];
const OPEN_DOCUMENTS: Readonly<Record<string, StoredExtension>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};
/** Macros, programs, and what makes an archive a Java one. */
const PROGRAM =
  /(?:^|\/)(?:(?:vbaproject\.bin|manifest\.mf)$|basic\/.)|\.(?:exe|dll|com|bat|cmd|js|vbs|ps1|class|dex|php|html?|svg)$/i;

/** An office document, one with a program in it, or any other archive. */
export type ArchiveType = StoredExtension | 'macros' | null;

/** Sends the type of an office document by the names of its parts, which are untrusted: a broken one ends the process. */
export async function work(path: string): Promise<void> {
  sendMessage(await zippedOfficeType(path));
}

/** By the parts. Throws when broken. */
async function zippedOfficeType(path: string): Promise<ArchiveType> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    if (zip.entryCount > PARTS_MAX) return null;
    const parts: Entry[] = [];
    let hasProgram = false;
    for await (const entry of zip.eachEntry()) {
      hasProgram ||= PROGRAM.test(entry.fileName);
      parts.push(entry);
      if (parts.length > PARTS_MAX) return null;
    }
    const names = new Set(parts.map(({ fileName }) => fileName));
    const type = await typeByParts(zip, parts[0], names);
    return type !== null && hasProgram ? 'macros' : type;
  } finally {
    zip.close();
  }
}

async function typeByParts(zip: ZipFile, first: Entry | undefined, names: ReadonlySet<string>) {
  if (first?.fileName === 'mimetype') return openDocumentType(zip, first, names);
  if (!names.has('[Content_Types].xml')) return null;
  return MAIN_PARTS.find(([part]) => names.has(part))?.[1] ?? null;
}

async function openDocumentType(zip: ZipFile, part: Entry, names: ReadonlySet<string>) {
  const isPlain = part.compressionMethod === STORED && part.uncompressedSize <= TYPE_MAX;
  if (!isPlain || !names.has('content.xml')) return null;
  const type = (await buffer(await zip.openReadStreamPromise(part))).toString('latin1').trim();
  return OPEN_DOCUMENTS[type] ?? null;
}
