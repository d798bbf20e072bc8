// Which files a document takes, by size and first bytes, and how long their links last.
import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import { SCAN_FILE_MAX, SCAN_LINK_TTL_MINUTES } from '../../../contract/limits.ts';
import { site } from '../platform/site.ts';

export const DOCUMENT_ACCEPT =
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

type Fits = (head: string, extension: string) => boolean;
const always: Fits = () => true;
const isOffice: Fits = (_head, extension) => !OTHERS.test(extension);
/** Excludes videos, which begin alike. */
const isPhoto: Fits = (head) => /^(?:avi[fs]|hei[cx]|mif1)$/.test(head.slice(8, 12));

/** Signatures of accepted contents: characters, their offset, and a further check. */
const BEGINNINGS: readonly (readonly [string, number, Fits])[] = [
  ['%PDF-', 0, always],
  ['\u0089PNG', 0, always],
  ['\u00ff\u00d8\u00ff', 0, always],
  ['GIF8', 0, always],
  ['BM', 0, always],
  ['II*\0', 0, always],
  ['MM\0*', 0, always],
  ['WEBP', 8, always],
  ['ftyp', 4, isPhoto],
  ['PK\u0003\u0004', 0, isOffice],
  ['\u00d0\u00cf\u0011\u00e0', 0, isOffice],
];

/** Bytes at the start of a file that identify its type. */
const HEAD = 16;

/** Whether the service may accept a file with this beginning; it inspects the whole file itself. */
function mayBeTaken(head: string, name: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return BEGINNINGS.some(([mark, at, fits]) => head.startsWith(mark, at) && fits(head, extension));
}

/** The mistake of a file, '' for none: size first, then content. Never throws. */
export async function checkFile(file: File): Promise<string> {
  if (file.size > SCAN_FILE_MAX) return fileCodes.size;
  try {
    const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    if (bytes.length === 0) return fileCodes.empty;
    return mayBeTaken(String.fromCharCode(...bytes), file.name) ? '' : fileCodes.type;
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
