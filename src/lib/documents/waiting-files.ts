import { atom } from 'nanostores';
import type { DocumentFile } from '../../../contract/documents/documents.ts';
import type { Draft } from '../editing/drafts.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DocumentText } from './document-change.ts';
import { fileCodes, type Sent } from './document-files.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import type { DocumentUpload, NewFile } from './upload-store.ts';

/** A file that waits at the server. */
export interface WaitingFile {
  readonly stored: DocumentFile;
  /** null: it was chosen on another device, or before the page was loaded anew. */
  readonly file: File | null;
}

/** How far the sending of a chosen file is. */
export interface FileSending {
  /** 0 to 1. */
  readonly share: number;
  /** Why it has failed; null while it is under way or has its turn still to come. */
  readonly trouble: Failure | null;
}

/** How much of files of these sizes has gone; null when none is on its way any more. */
export function sentOf(sizes: ReadonlyMap<string, number>, sending: ReadonlyMap<string, FileSending>): Sent | null {
  const under = [...sending].filter(([id, { trouble }]) => !trouble && sizes.has(id));
  if (under.length === 0) return null;
  const left = under.reduce((sum, [id, { share }]) => sum + (sizes.get(id) ?? 0) * (1 - share), 0);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { loaded: total - left, total };
}

/**
 * Sends chosen files one after another as soon as each has been looked into. What has gone stands among the waiting files;
 * what has failed stays with the chosen ones, to be sent again or by the save itself.
 */
export function createWaitingFiles(upload: DocumentUpload, keeping: KeptDrafts, draft: () => Draft<DocumentText>) {
  const $waiting = atom<readonly WaitingFile[]>([]);
  const $sending = atom<ReadonlyMap<string, FileSending>>(new Map());
  const running = new Map<string, AbortController>();
  let queue: Promise<void> = Promise.resolve();

  function tell(id: string, sending: FileSending | null): void {
    const next = new Map($sending.get());
    if (sending) next.set(id, sending);
    else next.delete(id);
    $sending.set(next);
  }

  const chosen = (id: string): NewFile | undefined => upload.$files.get().find((one) => one.id === id);

  async function sendOne(id: string): Promise<void> {
    // It was taken back while others had their turn.
    if (!$sending.get().has(id)) return;
    const one = chosen(id);
    if (!one) return tell(id, null);
    if (one.error !== '' || one.checking) return tell(id, null);
    const stop = new AbortController();
    running.set(id, stop);
    const by = {
      onSent: ({ loaded, total }: { loaded: number; total: number }) =>
        tell(id, { share: total === 0 ? 0 : loaded / total, trouble: null }),
      signal: stop.signal,
    };
    const present = draft();
    const { value: stored, failure: trouble } = await outcomeOf(() => keeping.sendFile(present, one.file, by));
    running.delete(id);
    if (trouble) {
      const isRefused = trouble.code === fileCodes.type && !stop.signal.aborted;
      tell(id, isRefused || stop.signal.aborted ? null : { share: 0, trouble });
      if (isRefused) upload.refuse(id, trouble.code);
      return;
    }
    tell(id, null);
    if (!chosen(id) || draft().id !== present.id) return keeping.dropFile(present.id, stored.fileName);
    upload.remove(id);
    const others = $waiting.get().filter((file) => file.stored.fileName !== stored.fileName);
    $waiting.set([...others, { stored, file: one.file }]);
  }

  function send(id: string): void {
    tell(id, { share: 0, trouble: null });
    queue = queue.then(() => sendOne(id));
  }

  function stopAll(): void {
    for (const stop of running.values()) stop.abort();
    for (const [id, { trouble }] of $sending.get()) if (!trouble) tell(id, null);
  }

  return {
    $waiting,
    $sending,
    /** Sends a file, again if it has failed. */
    send,
    /** Takes a chosen file away, wherever it is on its way. */
    cancel(id: string): void {
      running.get(id)?.abort();
      tell(id, null);
      upload.remove(id);
    },
    remove(fileName: string): void {
      $waiting.set($waiting.get().filter(({ stored }) => stored.fileName !== fileName));
      keeping.dropFile(draft().id, fileName);
    },
    /** Whether a file of this name and size waits already. */
    has: ({ name, size }: Pick<File, 'name' | 'size'>): boolean =>
      $waiting.get().some(({ stored }) => stored.originalName === name && stored.size === size),
    /** The files of another draft take the place of those of the present one; what has not gone yet is sent to it. */
    turnTo(files: readonly DocumentFile[]): void {
      stopAll();
      $waiting.set(files.map((stored) => ({ stored, file: null })));
      for (const one of upload.$files.get()) if (one.error === '' && !one.checking) send(one.id);
    },
    /** Files that the server has no more: those that are at hand are chosen anew; resolves to the names of the others. */
    lose(fileNames: readonly string[]): readonly string[] {
      const gone = $waiting.get().filter(({ stored }) => fileNames.includes(stored.fileName));
      $waiting.set($waiting.get().filter((one) => !gone.includes(one)));
      upload.add(gone.flatMap(({ file }) => file ?? []));
      return gone.flatMap(({ stored, file }) => (file ? [] : [stored.originalName]));
    },
    /** Files that a document has already: a save names them no more. */
    forget: (fileNames: readonly string[]) =>
      $waiting.set($waiting.get().filter(({ stored }) => !fileNames.includes(stored.fileName))),
    clear(): void {
      stopAll();
      $waiting.set([]);
      $sending.set(new Map());
    },
    /** Resolves when nothing is on its way any more. */
    async settled(): Promise<void> {
      for (let last: Promise<void> | null = null; last !== queue; ) {
        last = queue;
        await last;
      }
    },
    stopAll,
  };
}
