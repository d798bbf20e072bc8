import type { Position, ReferenceRow, UploadAnswer, UploadProgress } from '../../../contract/bridge.ts';
import type { DryRunAnswer } from '../../../contract/import-runs.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import type { ListCalls } from '../editing/list-store.ts';
import { bridge } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { readEvents } from './events.ts';

/** A photo may go over a slow line, ms. */
const PHOTO_TIMEOUT_MS = 300_000;

/** The calls of one reference list of the catalogue. All throw what ky throws, or SessionEnded. */
export const referenceCalls = (list: 'brands' | 'providers'): ListCalls => ({
  list: (title, signal) =>
    bridge.get(`${list}/`, { searchParams: title === '' ? {} : { title }, signal }).json<ReferenceRow[]>(),
  create: (title) => bridge.post(`${list}/`, { json: { title } }).json<ReferenceRow>(),
  rename: (id, title) => bridge.patch(`${list}/${id}`, { json: { title } }).json<ReferenceRow>(),
  remove: (id, cascade) =>
    bridge.delete(`${list}/${id}`, { searchParams: cascade ? { cascade: 1 } : {} }).json<unknown>(),
});

/** Replaces the photo of a position. Throws what ky throws, or SessionEnded. */
export function replacePhoto(id: number, photo: File): Promise<Pick<Position, 'photo'>> {
  const body = new FormData();
  body.set('photo', photo);
  return bridge
    .patch(`card/${id}/photo`, { body, timeout: PHOTO_TIMEOUT_MS })
    .json<Pick<Position, 'photo'>>();
}

/** Minutes that the access token must live at the start of an upload, so that the file need not be sent twice. */
const UPLOAD_MARGIN_MINUTES = 5;

/** Sends a price list once and waits for the end of the import; never repeats the file by itself. Throws what ky throws. */
export async function sendPriceList(form: FormData): Promise<UploadAnswer> {
  await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
  return bridge.post('file/upload', { body: form, timeout: false, retry: 0 }).json<UploadAnswer>();
}

/** Stops an upload of the caller; nothing of it stays. Throws what ky throws. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await bridge.delete(`file/upload/${uploadId}`, { timeout: false });
}

/** Sends a price list to be looked at; nothing is applied. Throws what ky throws. */
export async function guessPriceList(file: File, signal: AbortSignal): Promise<GuessAnswer> {
  await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
  const body = new FormData();
  body.set('file', file);
  return bridge.post('file/guess', { body, timeout: false, retry: 0, signal }).json<GuessAnswer>();
}

/** Sends a form with `dryRun` and waits until the whole file was read. Throws what ky throws. */
export async function checkPriceList(form: FormData, signal: AbortSignal): Promise<DryRunAnswer> {
  await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
  return bridge.post('file/upload', { body: form, timeout: false, retry: 0, signal }).json<DryRunAnswer>();
}

/** Follows the progress of an upload until the stream ends. Throws what ky throws. */
export async function followUpload(
  uploadId: string,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await bridge.get(`file/upload/${uploadId}/progress`, { timeout: false, signal });
  for await (const data of readEvents(response)) onProgress(JSON.parse(data) as UploadProgress);
}
