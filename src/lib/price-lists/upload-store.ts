import { atom } from 'nanostores';
import type { UploadAnswer, UploadProgress } from '../../../contract/bridge.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { readSettings, type UploadSettings, uploadForm } from './upload-settings.ts';

export interface UploadCalls {
  /** Sends the file once; resolves when the import is committed. */
  send(form: FormData): Promise<UploadAnswer>;
  /** Follows an import until its stream ends. */
  follow(
    uploadId: string,
    onProgress: (progress: UploadProgress) => void,
    signal: AbortSignal,
  ): Promise<void>;
  newId(): string;
}

export type UploadState =
  | { readonly phase: 'new' }
  /** The service is asked what became of the upload that this tab began. */
  | { readonly phase: 'resuming' }
  | { readonly phase: 'upload'; readonly progress: UploadProgress | null }
  | { readonly phase: 'end'; readonly answer: UploadAnswer }
  | { readonly phase: 'error'; readonly failure: Failure };

const DRAFT = 'upload.draft';
const RUNNING = 'upload.running';
/** The upload whose report was shown last: a reload or a look at the catalogue must not lose it. */
const REPORTED = 'upload.reported';
const ofProvider = (id: string): string => `upload.provider.${id}`;

/** Reading and writing of the tab's storage; a barred one just forgets. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A failure that says nothing about the import itself: it may well be going on at the server. */
const isCut = (failure: Failure): boolean =>
  failure.code === '' && (failure.kind === 'offline' || failure.kind === 'server');

/** Code of our own: the page was left before the file was sent. */
export const CUT_SHORT = 'upload cut short';

const isOver = (progress: UploadProgress): boolean =>
  progress.phase === 'done' || progress.phase === 'failed';

/** One upload of a price list at a time. The file is sent once; what was typed outlives every outcome. */
export function createUpload(calls: UploadCalls, memory: Memory) {
  const $upload = atom<UploadState>({ phase: 'new' });

  function finish(state: UploadState): void {
    const uploadId = memory.getItem(RUNNING);
    memory.removeItem(RUNNING);
    if (state.phase === 'end' && uploadId !== null) memory.setItem(REPORTED, uploadId);
    if (state.phase === 'new') memory.removeItem(REPORTED);
    $upload.set(state);
  }

  const end = (progress: UploadProgress): void => {
    if (progress.phase === 'done' && progress.result) finish({ phase: 'end', answer: progress.result });
    else finish({ phase: 'error', failure: { kind: 'refused', code: progress.error ?? '', facts: {} } });
  };

  /** The last word of an import from its stream; null when the stream does not know it. */
  async function watch(
    uploadId: string,
    signal: AbortSignal,
    onProgress: (progress: UploadProgress) => void = () => {},
  ): Promise<UploadProgress | null> {
    let last: UploadProgress | null = null;
    const take = (progress: UploadProgress) => {
      last = progress;
      onProgress(progress);
      if (!isOver(progress) && $upload.get().phase === 'upload') $upload.set({ phase: 'upload', progress });
    };
    // The stream is a comfort: the answer of the upload itself decides.
    await calls.follow(uploadId, take, signal).catch(() => {});
    const told = last as UploadProgress | null;
    return told && isOver(told) ? told : null;
  }

  async function send(settings: UploadSettings, file: File): Promise<void> {
    if ($upload.get().phase === 'upload') return;
    const uploadId = calls.newId();
    const watching = new AbortController();
    memory.setItem(ofProvider(settings.providerId), JSON.stringify(settings));
    memory.setItem(RUNNING, uploadId);
    $upload.set({ phase: 'upload', progress: null });
    const told = watch(uploadId, watching.signal);
    try {
      finish({ phase: 'end', answer: await calls.send(uploadForm(settings, file, uploadId)) });
    } catch (error) {
      const failure = failureOf(error);
      const last = isCut(failure) ? ((await told) ?? (await watch(uploadId, watching.signal))) : null;
      if (last === null) finish({ phase: 'error', failure });
      else end(last);
    } finally {
      watching.abort();
    }
  }

  /**
   * Takes up an import that was under way when the page was left; its result stays readable for a while.
   * A page that is seen again (reload, back) gets its report back too; a new visit begins with the form.
   */
  async function resume(seenAgain = false): Promise<void> {
    const running = memory.getItem(RUNNING);
    const uploadId = running ?? (seenAgain ? memory.getItem(REPORTED) : null);
    if (uploadId === null || $upload.get().phase !== 'new') return;
    $upload.set({ phase: 'resuming' });
    const watching = new AbortController();
    let isUnknown = false;
    const last = await watch(uploadId, watching.signal, (progress) => {
      // The service has never seen this file, and nobody is sending it any more.
      isUnknown = progress.phase === 'waiting';
      if (isUnknown) watching.abort();
      else if ($upload.get().phase === 'resuming' && !isOver(progress))
        $upload.set({ phase: 'upload', progress });
    });
    if (last !== null) {
      memory.setItem(RUNNING, uploadId);
      end(last);
    } else if (isUnknown && running !== null) {
      finish({ phase: 'error', failure: { kind: 'refused', code: CUT_SHORT, facts: {} } });
    } else finish({ phase: 'new' });
  }

  return {
    $upload,
    send,
    resume,
    /** Back to the form, with everything that was typed. */
    reset: () => finish({ phase: 'new' }),
    draft: (): UploadSettings | null => readSettings(memory.getItem(DRAFT)),
    keepDraft: (settings: UploadSettings) => memory.setItem(DRAFT, JSON.stringify(settings)),
    /** Settings of the last upload of a provider in this tab. */
    lastOf: (providerId: string): UploadSettings | null =>
      readSettings(memory.getItem(ofProvider(providerId))),
  };
}
