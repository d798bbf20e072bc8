import type { CrossUploadAnswer } from '../../../contract/crosses.ts';
import { notFound } from '../../http/errors.ts';
import type { BridgeContext } from '../context.ts';
import type { Editor } from '../import/edits/editor.ts';
import type { GoOn, WorkAs } from '../import/run/desk.ts';
import type { KeptFiles } from '../import/run/kept-files.ts';
import type { ImportProgress } from '../import/run/progress.ts';
import type { CrossArguments } from './file/cross-job.ts';
import type { CrossSettings } from './file/settings.ts';

type Needed = Pick<BridgeContext, 'database' | 'clock'>;

const JOB = new URL('./file/cross-job.ts', import.meta.url);

interface CrossFile {
  readonly file: string;
  readonly settings: CrossSettings;
}

/** Says the crosses of a file as the run that it is given. */
export const crossesAs =
  (
    { database, clock }: Needed,
    { file, settings, by }: CrossFile & { readonly by: Editor },
  ): WorkAs<CrossUploadAnswer> =>
  (runId, onMessage, signal) =>
    database.runJob<CrossArguments, CrossUploadAnswer, ImportProgress>(
      JOB,
      { file, settings, by: { uid: by.uid, who: by.who, runId, now: clock() } },
      { onMessage, signal },
    );

/** What a file of crosses would say; nothing is written. */
export const planCrossesOf = (
  { database }: Needed,
  { file, settings }: CrossFile,
): Promise<CrossUploadAnswer> =>
  database.readJob<CrossArguments, CrossUploadAnswer>(JOB, { file, settings, by: null });

/** Goes on with a file of crosses that another process left. */
export const goOnWithCrosses =
  (needed: Needed, keptFiles: KeptFiles): GoOn =>
  (run) =>
  async (...as) => {
    const kept = await keptFiles.borrow(run.keptFile);
    if (!kept) throw notFound('file is not kept');
    try {
      const { settings } = JSON.parse(run.handed) as Pick<CrossFile, 'settings'>;
      return await crossesAs(needed, { file: kept.path, settings, by: run })(...as);
    } finally {
      await kept.release();
    }
  };
