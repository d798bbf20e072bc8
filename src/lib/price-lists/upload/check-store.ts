import { atom } from 'nanostores';
import type { UploadProgress } from '../../../../contract/catalogue/positions.ts';
import type { DryRunAnswer } from '../../../../contract/catalogue/runs.ts';
import { type Failure, outcomeOf } from '../../platform/http-client.ts';
import { formFields, type PriceFile, type UploadSettings, uploadForm } from './upload-settings.ts';
import { sendPriceFile } from './upload-store.ts';

export interface CheckCalls {
  /** Sends a form with `dryRun`; resolves when the whole file was read. Throws what ky throws, or SessionEnded. */
  check(form: FormData, signal: AbortSignal): Promise<DryRunAnswer>;
  /** Follows it until its stream ends. */
  follow(id: string, onProgress: (progress: UploadProgress) => void, signal: AbortSignal): Promise<void>;
  newId(): string;
}

/** What was checked: the answer holds for this and nothing else. */
interface CheckedForm {
  readonly settings: UploadSettings;
  readonly file: File;
}

/** Whether a check holds for another form too: the same file, and fields that send the same. */
export const isCheckOf = (of: CheckedForm, { settings, file }: CheckedForm): boolean =>
  of.file === file && JSON.stringify(formFields(of.settings)) === JSON.stringify(formFields(settings));

type CheckState =
  | { readonly phase: 'none' }
  | { readonly phase: 'checking'; readonly progress: UploadProgress | null }
  | { readonly phase: 'checked'; readonly answer: DryRunAnswer; readonly of: CheckedForm }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** The dry run of an upload: what it would do, before anything is written. */
export function createCheck(calls: CheckCalls) {
  const $check = atom<CheckState>({ phase: 'none' });
  let stop = new AbortController();

  async function once(settings: UploadSettings, file: PriceFile, signal: AbortSignal): Promise<DryRunAnswer> {
    const id = calls.newId();
    const watching = new AbortController();
    const show = (progress: UploadProgress) => {
      if (!signal.aborted && $check.get().phase === 'checking') $check.set({ phase: 'checking', progress });
    };
    // The stream is a comfort: the answer of the check itself decides.
    calls.follow(id, show, AbortSignal.any([signal, watching.signal])).catch(() => {});
    try {
      return await calls.check(uploadForm(settings, file, { uploadId: id, dryRun: '1' }), signal);
    } finally {
      watching.abort();
    }
  }

  return {
    $check,
    async check(settings: UploadSettings, file: PriceFile): Promise<void> {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      $check.set({ phase: 'checking', progress: null });
      const outcome = await outcomeOf(() => sendPriceFile(file, (sent) => once(settings, sent, signal)));
      const { value: answer, failure } = outcome;
      if (signal.aborted) return;
      if (failure) $check.set({ phase: 'failed', failure });
      else $check.set({ phase: 'checked', answer, of: { settings, file: file.file } });
    },
    /** Back to the settings; a check under way is given up. */
    leave(): void {
      stop.abort();
      $check.set({ phase: 'none' });
    },
  };
}

/** Whether not one row of a checked file would be applied: every one is a heading, left out or has an error. */
export function appliesNothing({ rows, groups, counts, suspicions }: DryRunAnswer): boolean {
  const isDoubted = suspicions.some(({ kind }) => kind === 'nothing-applied');
  return isDoubted || rows - groups - counts.skipped - counts.failed <= 0;
}
