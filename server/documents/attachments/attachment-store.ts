// Stores and removes the attachments of documents, and sets the headers of their downloads.
import { SCAN_PIXELS_MAX } from '../../../contract/limits.ts';
import { documentTypeOf, plainTextTypeOf } from '../../platform/files/document-type.ts';
import { sumOfFile } from '../../platform/files/file-store.ts';
import { STORED_TYPES, type StoredExtension, sweepUnused } from '../../platform/files/stored-files.ts';
import { disposition } from '../../platform/http/request.ts';
import {
  fileRefusal,
  type ReceivedFile,
  type ReceivedForm,
  sentFiles,
  shownFileName,
} from '../../platform/http/upload.ts';
import { API_POLICY } from '../../platform/security-headers.ts';
import type { DocumentsContext, StoredFile } from '../document/document.ts';

const USED = new URL('./used-attachments-job.ts', import.meta.url);
/** Name of the form field; files of other fields are not looked at. */
const FIELD = 'scans';

/** The attachments of a form, under the names that it gives them in their order besides. */
export const sentAttachments = (form: ReceivedForm, names: readonly string[] = []): ReceivedFile[] =>
  sentFiles(form, FIELD).map((file, place) => {
    const name = names[place];
    // The page names a file of this device: what looks like folders belongs to its name.
    return name === undefined ? file : { ...file, originalName: shownFileName(name.replace(/[\\/]/g, '_')) };
  });

/** Finds the type of a received file; null: not accepted. */
export type NoteType = (file: ReceivedFile) => Promise<StoredExtension | null>;

/** By the content; plain texts besides, which only their names distinguish: of drafts and of comments. */
export const byContentOrName: NoteType = async ({ path, originalName }) =>
  (await documentTypeOf(path)) ?? plainTextTypeOf(path, originalName);

/** Stores received files, all or none, unchanged; complete on the disk afterwards. Throws a `fileRefusal`. */
export async function storeAttachments(
  { attachments: scans }: DocumentsContext,
  received: readonly ReceivedFile[],
  typeOf: NoteType,
): Promise<StoredFile[]> {
  const known: [ReceivedFile, StoredExtension][] = [];
  for (const [place, file] of received.entries()) {
    const extension = await typeOf(file);
    if (extension === null) throw await fileRefusal(file, place, SCAN_PIXELS_MAX);
    known.push([file, extension]);
  }
  const stored: StoredFile[] = [];
  try {
    for (const [{ path, originalName, bytes }, extension] of known) {
      const sha256 = await sumOfFile(path);
      const fileName = await scans.take(extension, path);
      const type = STORED_TYPES[extension];
      stored.push({ fileName, originalName: originalName || `scan.${extension}`, type, size: bytes, sha256 });
    }
    return stored;
  } catch (error) {
    for (const { fileName } of stored) await scans.remove(fileName);
    throw error;
  }
}

/** Removes files that no document has; a failure is left to the sweep. */
export async function removeAttachments({ attachments: scans, log }: DocumentsContext, names: readonly string[]) {
  for (const name of names) {
    await scans.remove(name).catch((error) => log.warn({ err: error, name }, 'attachment not removed'));
  }
}

/** The same for files as rows or answers name them. */
export const removeFiles = (context: DocumentsContext, files: readonly { readonly fileName: string }[]) =>
  removeAttachments(
    context,
    files.map(({ fileName }) => fileName),
  );

/** Removes files that no document has or had; resolves to their number. */
export const sweepAttachments = (context: DocumentsContext): Promise<number> =>
  sweepUnused(context.attachments, context, USED);

/** SHA-256 of received files, hexadecimal, in their order. */
export const hashesOf = (received: readonly ReceivedFile[]): Promise<string[]> =>
  Array.fromAsync(received, ({ path }) => sumOfFile(path));

/** PDF viewers of browsers load the file and style their frame; pages of the site may show it in a frame. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const policyOf = (type: string): string => (type === 'application/pdf' ? PDF_POLICY : API_POLICY);

/** Pictures and PDF are shown inline, other files are downloaded; the name gets the extension of the stored type. */
export function contentDisposition(originalName: string, fileName: string, type: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.'));
  const isKept = ENDINGS[ending]?.test(originalName) ?? originalName.toLowerCase().endsWith(ending);
  const name = isKept ? originalName : originalName + ending;
  return disposition(type === 'application/pdf' || type.startsWith('image/') ? 'inline' : 'attachment', name);
}

const ENDINGS: Readonly<Record<string, RegExp>> = {
  '.jpg': /\.(?:jpe?g|jfif)$/i,
  '.tif': /\.tiff?$/i,
  '.heic': /\.hei[cf]$/i,
  '.txt': /\.(?:txt|log|md)$/i,
  '.csv': /\.[ct]sv$/i,
};
