// Calls of the API for the history of runs (a run = one import of a price list, an undo, or a correction by hand):
// list, changes, files, undo, cancel.
import type { LinkedPhotos } from '../../../../contract/catalogue/photo-runs.ts';
import type { RunChangesPage, UndoAnswer } from '../../../../contract/catalogue/run-changes.ts';
import type { RunAnswer, RunPage, TitleReading } from '../../../../contract/catalogue/runs.ts';
import { bridge } from '../../platform/session.ts';

/** Files of a run; `file` is the price list itself. */
export type RunFile = 'file' | 'errors.xlsx' | 'changes.xlsx';

const ofRun = (id: number): string => `import/runs/${id}`;

/** The calls of the history of runs. All throw what ky throws, or SessionEnded. */
export const runCalls = {
  /** One page, newest first; `cursor` is `next` of the page before, null for the first. */
  list(cursor: string | null, signal?: AbortSignal): Promise<RunPage> {
    return bridge.get('import/runs', { searchParams: cursor === null ? {} : { cursor }, signal }).json<RunPage>();
  },
  run: (id: number, signal?: AbortSignal) => bridge.get(ofRun(id), { signal }).json<RunAnswer>(),
  /** How well the titles of its list are read. A long list takes a while. */
  reading: (id: number, signal?: AbortSignal) =>
    bridge.get(`${ofRun(id)}/reading`, { signal, timeout: false }).json<TitleReading>(),
  /** What became of the addresses of photos in its list. */
  photos: (id: number) => bridge.get(`${ofRun(id)}/photos`).json<LinkedPhotos>(),
  changes(id: number, query: string, cursor: string | null, signal?: AbortSignal): Promise<RunChangesPage> {
    const searchParams = { ...(query && { query }), ...(cursor && { cursor }) };
    return bridge.get(`${ofRun(id)}/changes`, { searchParams, signal }).json<RunChangesPage>();
  },
  /** A long one may take a while, so nothing times it out. */
  file: (id: number, file: RunFile): Promise<Blob> => bridge.get(`${ofRun(id)}/${file}`, { timeout: false }).blob(),
  /** What an undo would restore; nothing is changed. */
  checkUndo: (id: number) =>
    bridge.post(`${ofRun(id)}/undo`, { searchParams: { dryRun: 1 }, timeout: false, retry: 0 }).json<UndoAnswer>(),
  undo: (id: number) => bridge.post(`${ofRun(id)}/undo`, { timeout: false, retry: 0 }).json<UndoAnswer>(),
  /** The caller wants a mail at its end, or none after all. */
  async mail(id: number, wanted: boolean): Promise<void> {
    await (wanted ? bridge.post(`${ofRun(id)}/mail`) : bridge.delete(`${ofRun(id)}/mail`));
  },
  async cancel(id: number): Promise<void> {
    await bridge.delete(ofRun(id), { timeout: false });
  },
};
export type RunCalls = typeof runCalls;
