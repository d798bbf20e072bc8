import { documentTypeOf } from '../../platform/files/document-type.ts';
import { sumOfFile } from '../../platform/files/file-store.ts';
import { STORED_TYPES, type StoredExtension, sweepUnused } from '../../platform/files/stored-files.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { ReceivedFile } from '../../platform/http/upload.ts';
import { type ReceivedForm, sentFiles } from '../../platform/http/upload.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredFile } from '../document/document.ts';

const USED = new URL('./used-attachments-job.ts', import.meta.url);
/** Name of the form field; files of other fields are not looked at. */
const FIELD = 'scans';

/** The attachments of a form. */
export const sentAttachments = (form: ReceivedForm): ReceivedFile[] => sentFiles(form, FIELD);

/** What a received file is; null for what is not taken. */
export type NoteType = (file: ReceivedFile) => Promise<StoredExtension | null>;

const byContent: NoteType = ({ path }) => documentTypeOf(path);

/**
 * Puts received files in place, all or none, each as it is: what it is is told from its content. Complete on the disk
 * when this resolves. Throws 400 `bad mime type`.
 */
export async function storeAttachments(
  { attachments: scans }: DocumentsContext,
  received: readonly ReceivedFile[],
  typeOf: NoteType = byContent,
): Promise<StoredFile[]> {
  const known: [ReceivedFile, StoredExtension][] = [];
  for (const file of received) {
    const extension = await typeOf(file);
    if (extension === null) throw badRequest('bad mime type');
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

/** Removes files that no document names; a failure is left to the sweep. */
export async function removeAttachments(
  { attachments: scans, log }: DocumentsContext,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await scans.remove(name).catch((error) => log.warn({ err: error, name }, 'attachment not removed'));
  }
}

/** Removes files that no document has or had; resolves to their number. */
export const sweepAttachments = (context: DocumentsContext): Promise<number> =>
  sweepUnused(context.attachments, context, USED);

/** SHA-256 of received files, hexadecimal, in their order. */
export async function hashesOf(received: readonly ReceivedFile[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const { path } of received) hashes.push(await sumOfFile(path));
  return hashes;
}
