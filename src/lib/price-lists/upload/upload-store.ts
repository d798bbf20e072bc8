// State of the upload of a price list: sent once, followed until its end, found again after a reload of the page. The
// check before it is in check-store.ts.
import { atom } from 'nanostores';
import type { UploadAnswer, UploadProgress } from '../../../../contract/catalogue/runs.ts';
import { attempt, callOr, type Failure, outcomeOf } from '../../platform/http-client.ts';
import { type PriceFile, readSettings, type UploadMarks, type UploadSettings, uploadForm } from './upload-settings.ts';

interface UploadCalls {
  /** Sends the file once; resolves when the import is committed. */
  send(form: FormData): Promise<UploadAnswer>;
  /** Follows an import until its stream ends. */
  follow(uploadId: string, onProgress: (progress: UploadProgress) => void, signal: AbortSignal): Promise<void>;
  /** Stops an upload; nothing of it stays. Throws what ky throws. */
  cancel(uploadId: string): Promise<void>;
  newId(): string;
}

/** The file of an upload, for the report of its outcome. */
export interface UploadSubject {
  readonly fileName: string;
  /** Whose list it is, in words; '' for a list of the catalogue itself. */
  readonly owner: string;
  /** What becomes of positions that the list does not name, as the form has it. */
  readonly missing: string;
}

type UploadState =
  | { readonly phase: 'new' }
  /** The service is asked what became of the upload that this tab began. */
  | { readonly phase: 'resuming' }
  | { readonly phase: 'upload'; readonly progress: UploadProgress | null }
  | { readonly phase: 'end'; readonly answer: UploadAnswer; readonly subject: UploadSubject }
  | { readonly phase: 'error'; readonly failure: Failure };

const DRAFT = 'upload.draft';
const RUNNING = 'upload.running';
/** Of which file the upload is that is under way. */
const SUBJECT = 'upload.subject';
/** The run that this tab ended last. */
const LAST_RUN = 'upload.last';
const ofProvider = (id: string): string => `upload.provider.${id}`;

/** Reading and writing of the tab's storage; a barred one just forgets. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A failure that says nothing about the import itself: it may well be going on at the server. */
const isCut = (failure: Failure): boolean =>
  failure.code === '' && (failure.kind === 'offline' || failure.kind === 'server');

/** Code of our own: the page was left before the file was sent. */
export const CUT_SHORT = 'upload cut short';

const isOver = (progress: UploadProgress): boolean => progress.phase === 'done' || progress.phase === 'failed';

const endOf = (progress: UploadProgress, subject: UploadSubject): UploadState =>
  progress.phase === 'done' && progress.result
    ? { phase: 'end', answer: progress.result, subject }
    : { phase: 'error', failure: { kind: 'refused', code: progress.error ?? '', facts: {} } };

type Wish = Pick<UploadMarks, 'confirm' | 'seen' | 'notify' | 'mail' | 'preset'>;

/** What is kept of an upload, out of stored text; blank where that is of another shape. */
function readSubject(stored: string | null): UploadSubject {
  try {
    const read = JSON.parse(stored ?? '') as Partial<Record<keyof UploadSubject, unknown>> | null;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return { fileName: text(read?.fileName), owner: text(read?.owner), missing: text(read?.missing) };
  } catch {
    return { fileName: '', owner: '', missing: '' };
  }
}

/** One upload of a price list at a time. The file is sent once; what was typed outlives every outcome. */
export function createUpload(calls: UploadCalls, memory: Memory) {
  const $upload = atom<UploadState>({ phase: 'new' });

  function finish(state: UploadState): void {
    memory.removeItem(RUNNING);
    if (state.phase === 'end') memory.setItem(LAST_RUN, String(state.answer.runId));
    $upload.set(state);
  }

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
    const seen = last as UploadProgress | null;
    return seen && isOver(seen) ? seen : null;
  }

  async function once(settings: UploadSettings, file: PriceFile, marks: Wish, subject: UploadSubject) {
    const uploadId = calls.newId();
    const watching = new AbortController();
    memory.setItem(RUNNING, uploadId);
    const seen = watch(uploadId, watching.signal);
    const form = uploadForm(settings, file, { uploadId, source: 'page', ...marks });
    try {
      return await callOr<UploadState>(
        async () => ({ phase: 'end', answer: await calls.send(form), subject }),
        async (failure) => {
          const last = isCut(failure) ? ((await seen) ?? (await watch(uploadId, watching.signal))) : null;
          return last ? endOf(last, subject) : undefined;
        },
      );
    } finally {
      watching.abort();
    }
  }

  /** Applies a file that was checked; `confirm` says that the user has accepted its suspicions. */
  async function send(settings: UploadSettings, file: PriceFile, marks: Wish, owner: string): Promise<void> {
    if ($upload.get().phase === 'upload') return;
    const subject = { fileName: file.file.name, owner, missing: settings.missing };
    memory.setItem(SUBJECT, JSON.stringify(subject));
    if (settings.providerId !== '') memory.setItem(ofProvider(settings.providerId), JSON.stringify(settings));
    $upload.set({ phase: 'upload', progress: null });
    const { value, failure } = await outcomeOf(() =>
      sendPriceFile(file, (sent) => once(settings, sent, marks, subject)),
    );
    finish(failure ? { phase: 'error', failure } : value);
  }

  /** Takes up an import that was under way when the page was left; its result stays readable for a while. */
  async function resume(): Promise<void> {
    const uploadId = memory.getItem(RUNNING);
    if (uploadId === null || $upload.get().phase !== 'new') return;
    $upload.set({ phase: 'resuming' });
    const watching = new AbortController();
    let isUnknown = false;
    const last = await watch(uploadId, watching.signal, (progress) => {
      // The service has never seen this file, and no page sends it any more.
      isUnknown = progress.phase === 'waiting';
      if (isUnknown) watching.abort();
      else if ($upload.get().phase === 'resuming' && !isOver(progress)) $upload.set({ phase: 'upload', progress });
    });
    if (last !== null) finish(endOf(last, readSubject(memory.getItem(SUBJECT))));
    else if (isUnknown) finish({ phase: 'error', failure: { kind: 'refused', code: CUT_SHORT, facts: {} } });
    else finish({ phase: 'new' });
  }

  /** Stops the upload under way; the answer says why that cannot be done any more. */
  async function cancel(): Promise<Failure | null> {
    const uploadId = memory.getItem(RUNNING);
    return uploadId === null ? null : attempt(() => calls.cancel(uploadId));
  }

  return {
    $upload,
    send,
    resume,
    cancel,
    /** The run that an upload of this tab ended in last; null where there is none. */
    lastRun: (): number | null => Number(memory.getItem(LAST_RUN)) || null,
    /** Back to the form, with everything that was typed. */
    reset: () => finish({ phase: 'new' }),
    draft: (): UploadSettings | null => readSettings(memory.getItem(DRAFT)),
    keepDraft: (settings: UploadSettings) => memory.setItem(DRAFT, JSON.stringify(settings)),
    /** Settings of the last upload of a provider in this tab. */
    lastOf: (providerId: string): UploadSettings | null => readSettings(memory.getItem(ofProvider(providerId))),
  };
}

const GONE = 'file is not kept';

/** Sends the name of a kept file; the file itself where there is no name or the service keeps it no more. */
export const sendPriceFile = <T>(chosen: PriceFile, send: (file: PriceFile) => Promise<T>): Promise<T> =>
  callOr(
    () => send(chosen),
    ({ code }) => (chosen.fileId !== null && code === GONE ? send({ ...chosen, fileId: null }) : undefined),
  );
