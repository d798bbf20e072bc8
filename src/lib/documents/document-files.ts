// Which files a document takes, by size and first bytes, and how long their links last.
import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import { SCAN_FILE_MAX, SCAN_LINK_TTL_MINUTES } from '../../../contract/limits.ts';
import { type FileContents, PICTURES, type TakenContents } from '../../../rules/format/file-contents.ts';
import { contentsOfFile } from '../platform/chosen-file.ts';
import { site } from '../platform/site.ts';

const DOCUMENT_ACCEPT =
  'image/png,image/jpeg,image/gif,image/webp,image/tiff,image/avif,image/heic,image/bmp,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp';

/** Codes of mistakes of a file, of the API too. */
export const fileCodes = {
  type: 'bad mime type',
  size: 'file too large',
  empty: 'empty file',
  unreadable: 'unreadable file',
} as const;

/** Extensions of archives and compound files that are no office documents. */
const OTHERS = /^(?:zip|jar|apk|epub|xpi|kmz|ipa|whl|nupkg|msi|msp|msg|db)$/;

/** Contents that the service may accept; it inspects the whole file itself. */
const KINDS: ReadonlySet<FileContents> = new Set([...PICTURES, 'bmp', 'pdf', 'office', 'openDocument', 'oldOffice']);

/** What documents and comments take. */
export const takenInForm: TakenContents = {
  kinds: KINDS,
  words: 'Подойдут картинки, PDF, документы Office без макросов и тексты .txt и .csv.',
};

function mayBeTaken(contents: FileContents, name: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isContainer = contents === 'zip' || contents === 'oldOffice';
  return isContainer ? !OTHERS.test(extension) : KINDS.has(contents);
}

/** The mistake of a file, '' for none: size first, then content. Never throws. */
export async function checkFile(file: File): Promise<string> {
  if (file.size > SCAN_FILE_MAX) return fileCodes.size;
  try {
    const contents = await contentsOfFile(file);
    if (contents === 'empty') return fileCodes.empty;
    return mayBeTaken(contents, file.name) ? '' : fileCodes.type;
  } catch {
    // Moved, changed, or its disk was removed since the choice.
    return fileCodes.unreadable;
  }
}

/** Plain texts, which only the form of a document accepts. */
const PLAIN_TEXT = /\.(?:txt|log|md|csv|tsv)$/i;
export const FORM_ACCEPT = `${DOCUMENT_ACCEPT},.txt,.csv`;

/** The same for a file of the form of a document. */
export async function checkFormFile(file: File): Promise<string> {
  const error = await checkFile(file);
  return error === fileCodes.type && PLAIN_TEXT.test(file.name) ? '' : error;
}

/** Adds files to a form, with names besides that it would change: browsers write a quotation mark there as `%22`. */
export function appendFiles(form: FormData, files: readonly File[]): void {
  const names = files.map(({ name }) => name);
  if (names.some((name) => /["%\\\r\n]/.test(name))) form.set('names', JSON.stringify(names));
  for (const file of files) form.append('scans', file, file.name);
}

/** How much of a form has been sent, bytes. */
export interface Sent {
  readonly loaded: number;
  readonly total: number;
}

/** The sent share of each file, 0 to 1: the texts are sent first, then the files in order. */
export function sharesOf(sizes: readonly number[], { loaded, total }: Sent): readonly number[] {
  const files = sizes.reduce((sum, size) => sum + size, 0);
  let gone = loaded - Math.max(0, total - files);
  return sizes.map((size) => {
    const share = size === 0 ? (gone >= 0 ? 1 : 0) : Math.min(1, Math.max(0, gone / size));
    gone -= size;
    return share;
  });
}

/** Links to files are renewed after half of their lifetime. */
const LINKS_FRESH_MS = (SCAN_LINK_TTL_MINUTES * 60_000) / 2;

export const fileAddress = ({ url }: Pick<DocumentFile, 'url'>): string => site.informatorUrl + url;

/** Whether links issued at a moment should be renewed. Times are milliseconds since the epoch. */
export const areLinksOld = (givenAt: number, now: number): boolean => now - givenAt >= LINKS_FRESH_MS;

/** The document with the file links of a later answer. */
export function withLinksOf<T extends Pick<Document, 'files'>>(document: T, later: Pick<Document, 'files'>): T {
  const urls = new Map(later.files.map(({ fileName, url }) => [fileName, url]));
  const files = document.files.map((file) => ({ ...file, url: urls.get(file.fileName) ?? file.url }));
  return { ...document, files };
}
