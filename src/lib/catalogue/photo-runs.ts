// Calls and state of the page where administrators give many positions their photos at once: files are sent in parts,
// tried, then applied or undone. Its texts are in photo-run-texts.ts.
import { atom } from 'nanostores';
import type { PhotoChoice, PhotoRun, PhotoRunPage, PhotoRuns } from '../../../contract/catalogue/photo-runs.ts';
import { PHOTOS_FIELD, type PhotoOutcome } from '../../../contract/catalogue/photo-words.ts';
import { PHOTOS_OF_REQUEST, PHOTOS_REQUEST_MAX } from '../../../contract/limits.ts';
import { attempt, createLatest, type Failure } from '../platform/http-client.ts';
import { bridge, session } from '../platform/session.ts';

/** Minutes that the access token must live, so that no file is sent twice. */
const UPLOAD_MARGIN_MINUTES = 5;

export type PhotoFilter = PhotoOutcome | '';

/** The calls of runs of photos for administrators. All throw what ky throws, or SessionEnded. */
export const photoRunCalls = {
  list: async (): Promise<readonly PhotoRun[]> => (await bridge.get('photos/runs').json<PhotoRuns>()).runs,
  page: (id: number, outcome: PhotoFilter, after: number | null, signal?: AbortSignal): Promise<PhotoRunPage> => {
    const searchParams = { ...(outcome && { outcome }), ...(after !== null && { after }) };
    return bridge.get(`photos/runs/${id}`, { searchParams, signal }).json<PhotoRunPage>();
  },
  /** Sends files of a run, a new one for null. */
  async send(id: number | null, form: FormData): Promise<PhotoRunPage> {
    await session.ensureFresh(UPLOAD_MARGIN_MINUTES);
    const path = id === null ? 'photos/runs' : `photos/runs/${id}/files`;
    return bridge.post(path, { body: form, timeout: false, retry: 0 }).json<PhotoRunPage>();
  },
  /** Many may take a while, so nothing times it out. */
  apply: (id: number, choice: PhotoChoice): Promise<PhotoRun> =>
    bridge.post(`photos/runs/${id}/apply`, { json: choice, timeout: false }).json<PhotoRun>(),
  undo: (id: number): Promise<PhotoRun> => bridge.post(`photos/runs/${id}/undo`, { timeout: false }).json<PhotoRun>(),
};
export type PhotoRunCalls = typeof photoRunCalls;

/** Files of one request together, bytes, where one alone is not larger: a broken connection loses no more than these. */
const PART_BYTES = 32 * 1024 * 1024;

const OF_SYSTEMS: ReadonlySet<string> = new Set(['thumbs.db', 'desktop.ini']);

/** Chosen files in the parts in which they are sent, without those that systems leave in folders. */
export function partsOf<Sent extends Pick<File, 'name' | 'size'>>(files: readonly Sent[]): Sent[][] {
  const parts: Sent[][] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.name.startsWith('.') || OF_SYSTEMS.has(file.name.toLowerCase())) continue;
    const last = parts.at(-1);
    if (last && last.length < PHOTOS_OF_REQUEST && bytes + file.size <= PART_BYTES) {
      last.push(file);
      bytes += file.size;
    } else {
      parts.push([file]);
      bytes = file.size;
    }
  }
  return parts;
}

/** How many positions get a photo by a choice, and how many of them lose another one, as the check counted them. */
export const choiceOf = ({ positions, replaced }: Pick<PhotoRun, 'positions' | 'replaced'>, replace: boolean) =>
  replace ? { replace, positions, replaced } : { replace, positions: positions - replaced, replaced: 0 };

interface PhotosState {
  /** Files that went out so far, and all of them; null: none are being sent. */
  readonly sending: { readonly sent: number; readonly total: number } | null;
  readonly page: PhotoRunPage | null;
  readonly outcome: PhotoFilter;
  readonly failure: Failure | null;
}

const TOO_LARGE: Failure = { kind: 'too-large', code: 'archive is too large', facts: {} };
const NONE_SENT: Failure = { kind: 'refused', code: 'photos not sent', facts: {} };

/** The run on the page; `onChange` hears when the list of runs is another one. */
export function createPhotoRun(calls: PhotoRunCalls, onChange: () => void) {
  const $state = atom<PhotosState>({ sending: null, page: null, outcome: '', failure: null });
  const latest = createLatest();
  const show = (change: Partial<PhotosState>) => $state.set({ ...$state.get(), ...change });

  async function load(id: number, outcome: PhotoFilter): Promise<void> {
    const failure = await attempt(async () => {
      const came = await latest.run((signal) => calls.page(id, outcome, null, signal));
      if (came) show({ page: came.value, outcome, failure: null });
    });
    if (failure) show({ failure });
  }

  /** Acts on the run that is shown. */
  async function act(call: (run: PhotoRun) => Promise<PhotoRun>): Promise<Failure | null> {
    const { page, outcome } = $state.get();
    if (!page) return null;
    const failure = await attempt(async () => {
      const run = await call(page.run);
      show({ page: { ...page, run } });
    });
    // What it is now, where another administrator was faster or other positions have photos by now.
    if (failure?.kind === 'in-use') await load(page.run.id, outcome);
    onChange();
    return failure;
  }

  return {
    $state,
    open: (id: number): Promise<void> => load(id, ''),
    async filter(outcome: PhotoFilter): Promise<void> {
      const { page } = $state.get();
      if (page) await load(page.run.id, outcome);
    },
    async send(files: readonly File[]): Promise<void> {
      if ($state.get().sending) return;
      latest.stop();
      const parts = partsOf(files);
      const total = parts.flat().length;
      if (total === 0) return show({ failure: NONE_SENT });
      if (files.some(({ size }) => size > PHOTOS_REQUEST_MAX)) return show({ failure: TOO_LARGE });
      show({ sending: { sent: 0, total }, page: null, outcome: '', failure: null });
      const failure = await attempt(async () => {
        let id: number | null = null;
        for (const part of parts) {
          const form = new FormData();
          for (const file of part) form.append(PHOTOS_FIELD, file, file.name);
          const page = await calls.send(id, form);
          id = page.run.id;
          show({ page, sending: { sent: ($state.get().sending?.sent ?? 0) + part.length, total } });
        }
      });
      show({ sending: null, failure });
      onChange();
    },
    /** Asks how far the reading of the files is; to be called now and then. */
    async look(): Promise<void> {
      const { page, sending, outcome } = $state.get();
      if (sending || page?.run.state !== 'reading') return;
      await load(page.run.id, outcome);
      if ($state.get().page?.run.state !== 'reading') onChange();
    },
    async more(): Promise<Failure | null> {
      const { page, outcome } = $state.get();
      if (!page || page.next === null) return null;
      return attempt(async () => {
        const came = await latest.run((signal) => calls.page(page.run.id, outcome, page.next, signal));
        if (came) show({ page: { ...came.value, files: [...page.files, ...came.value.files] } });
      });
    },
    apply: (replace: boolean) => act((run) => calls.apply(run.id, choiceOf(run, replace))),
    undo: () => act(({ id }) => calls.undo(id)),
    leave: latest.stop,
  };
}
