// Calls of the API for administrators who upload price lists: lists of brands and suppliers, guess, check and upload of
// a file, and presets (saved layouts). The history of imports is in runs/run-calls.ts.
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import type { DryRunAnswer, Preset, UploadAnswer, UploadProgress } from '../../../contract/catalogue/runs.ts';
import { PRESET_CHANGE_FORM, PRESET_FORM } from '../../../contract/price-lists/forms.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { checked } from '../platform/http-client.ts';
import { bridge, session } from '../platform/session.ts';
import type { ListCalls } from '../ui/reference-list.ts';
import { readEvents } from './event-stream.ts';

/** The calls of one reference list of the catalogue. All throw what ky throws, or SessionEnded. */
export const referenceCalls = (list: 'brands' | 'providers'): ListCalls => ({
  list: (title, signal) =>
    bridge.get(`${list}/`, { searchParams: title === '' ? {} : { title }, signal }).json<ReferenceRow[]>(),
  create: (title) => bridge.post(`${list}/`, { json: { title } }).json<ReferenceRow>(),
  rename: (id, title) => bridge.patch(`${list}/${id}`, { json: { title } }).json<ReferenceRow>(),
  remove: (id, cascade) =>
    bridge.delete(`${list}/${id}`, { searchParams: cascade ? { cascade: 1 } : {} }).json<unknown>(),
});

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

export type NewPreset = Pick<Preset, 'providerId' | 'name' | 'fields' | 'headers'>;

/** The calls of the presets of providers. All throw what ky throws, or SessionEnded. */
export const presetCalls = {
  list: (providerId: number) => bridge.get('import/presets', { searchParams: { providerId } }).json<Preset[]>(),
  create: async (made: NewPreset) => bridge.post('import/presets', { json: checked(PRESET_FORM, made) }).json<Preset>(),
  rename: async (id: number, name: string) =>
    bridge.patch(`import/presets/${id}`, { json: checked(PRESET_CHANGE_FORM, { name }) }).json<Preset>(),
  /** Puts other fields and another header in place of those of a preset. */
  replace: async (id: number, { fields, headers }: Pick<Preset, 'fields' | 'headers'>) =>
    bridge.patch(`import/presets/${id}`, { json: checked(PRESET_CHANGE_FORM, { fields, headers }) }).json<Preset>(),
  async remove(id: number): Promise<void> {
    await bridge.delete(`import/presets/${id}`);
  },
};
export type PresetCalls = typeof presetCalls;
