// Chosen files of the form of a document: sent to the server ahead of the save, kept with the draft.
import { atom } from 'nanostores';
import type { DocumentFile } from '../../../contract/documents/documents.ts';
import { type FileContents, refusedFileIn } from '../../../rules/format/file-contents.ts';
import type { Draft } from '../editing/drafts.ts';
import { contentsIfRead } from '../platform/chosen-file.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DocumentText } from './document-change.ts';
import { checkFile, fileCodes, type Sent } from './document-files.ts';
import type { KeptDrafts } from './form-calls.ts';

export interface NewFile {
  readonly id: string;
  readonly file: File;
  /** Code of its mistake; '': none. */
  readonly error: string;
  /** What it is; null while it is not refused. */
  readonly contents: FileContents | null;
  readonly checking: boolean;
}

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The chosen files of a form: each is checked as soon as it is chosen; the same one is not taken twice. */
export function createDocumentUpload(
  onChange: () => void,
  check = checkFile,
  /** Called with the id of each file without a mistake. */
  onFit: (id: string) => void = () => {},
) {
  const $files = atom<readonly NewFile[]>([]);
  const running = new Set<Promise<void>>();

  const patch = (id: string, next: Partial<NewFile>) =>
    $files.set($files.get().map((one) => (one.id === id ? { ...one, ...next } : one)));

  function look({ id, file }: NewFile): void {
    const looking = check(file).then(async (error) => {
      const contents = error === fileCodes.type ? await contentsIfRead(file) : null;
      // Another file may have replaced it.
      if (!$files.get().some((one) => one.id === id && one.file === file)) return;
      patch(id, { error, contents, checking: false });
      if (error === '') onFit(id);
    });
    running.add(looking);
    void looking.finally(() => running.delete(looking));
  }

  return {
    $files,
    /** Adds files; returns the names of those that are there already. */
    add(files: readonly File[]): readonly string[] {
      const known: string[] = [];
      const added: NewFile[] = [];
      for (const file of files) {
        const all = [...$files.get(), ...added];
        if (all.some((one) => sameFile(one.file, file))) known.push(file.name);
        else added.push({ id: crypto.randomUUID(), file, error: '', contents: null, checking: true });
      }
      $files.set([...$files.get(), ...added]);
      added.forEach(look);
      onChange();
      return known;
    },
    remove(id: string): void {
      $files.set($files.get().filter((one) => one.id !== id));
      onChange();
    },
    /** Replaces a file by another, or by the same one read again. */
    replace(id: string, file: File): void {
      patch(id, { file, error: '', contents: null, checking: true });
      const one = $files.get().find((each) => each.id === id);
      if (one) look(one);
      onChange();
    },
    /** Notes that the server does not take a file, and what it has found it to be. */
    refuse: (id: string, contents: FileContents) => patch(id, { error: fileCodes.type, contents }),
    clear: () => $files.set([]),
    /** Resolves when every chosen file is checked. */
    async checked(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
type DocumentUpload = ReturnType<typeof createDocumentUpload>;

export interface WaitingFile {
  readonly stored: DocumentFile;
  /** null: chosen on another device, or before the page was reloaded. */
  readonly file: File | null;
}

export interface FileSending {
  /** 0 to 1. */
  readonly share: number;
  /** Why it failed; null while it is queued or being sent. */
  readonly trouble: Failure | null;
}

/** How much of files of these sizes is sent; null: none is being sent. */
export function sentOf(sizes: ReadonlyMap<string, number>, sending: ReadonlyMap<string, FileSending>): Sent | null {
  const under = [...sending].filter(([id, { trouble }]) => !trouble && sizes.has(id));
  if (under.length === 0) return null;
  const left = under.reduce((sum, [id, { share }]) => sum + (sizes.get(id) ?? 0) * (1 - share), 0);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { loaded: total - left, total };
}

/** Sends chosen files one after another, once checked; sent ones wait at the server, failed ones stay chosen. */
export function createWaitingFiles(upload: DocumentUpload, keeping: KeptDrafts, draft: () => Draft<DocumentText>) {
  const $waiting = atom<readonly WaitingFile[]>([]);
  const $sending = atom<ReadonlyMap<string, FileSending>>(new Map());
  const running = new Map<string, AbortController>();
  let queue: Promise<void> = Promise.resolve();

  function setSending(id: string, sending: FileSending | null): void {
    const next = new Map($sending.get());
    if (sending) next.set(id, sending);
    else next.delete(id);
    $sending.set(next);
  }

  const chosen = (id: string): NewFile | undefined => upload.$files.get().find((one) => one.id === id);

  async function sendOne(id: string): Promise<void> {
    // It was removed while it was queued.
    if (!$sending.get().has(id)) return;
    const one = chosen(id);
    if (one?.error !== '' || one.checking) return setSending(id, null);
    const stop = new AbortController();
    running.set(id, stop);
    const by = {
      onSent: ({ loaded, total }: { loaded: number; total: number }) =>
        setSending(id, { share: total === 0 ? 0 : loaded / total, trouble: null }),
      signal: stop.signal,
    };
    const present = draft();
    const { value: stored, failure: trouble } = await outcomeOf(() => keeping.sendFile(present, one.file, by));
    running.delete(id);
    if (trouble) {
      const isRefused = trouble.code === fileCodes.type && !stop.signal.aborted;
      setSending(id, isRefused || stop.signal.aborted ? null : { share: 0, trouble });
      if (isRefused) upload.refuse(id, refusedFileIn(trouble.facts)?.contents ?? 'unknown');
      return;
    }
    setSending(id, null);
    if (!chosen(id) || draft().id !== present.id) return keeping.dropFile(present.id, stored.fileName);
    upload.remove(id);
    const others = $waiting.get().filter((file) => file.stored.fileName !== stored.fileName);
    $waiting.set([...others, { stored, file: one.file }]);
  }

  function send(id: string): void {
    setSending(id, { share: 0, trouble: null });
    queue = queue.then(() => sendOne(id));
  }

  function stopAll(): void {
    for (const stop of running.values()) stop.abort();
    for (const [id, { trouble }] of $sending.get()) if (!trouble) setSending(id, null);
  }

  return {
    $waiting,
    $sending,
    /** Sends a file, also after a failure. */
    send,
    /** Removes a chosen file, and aborts its sending. */
    cancel(id: string): void {
      running.get(id)?.abort();
      setSending(id, null);
      upload.remove(id);
    },
    remove(fileName: string): void {
      $waiting.set($waiting.get().filter(({ stored }) => stored.fileName !== fileName));
      keeping.dropFile(draft().id, fileName);
    },
    /** Whether a file of this name and size waits already. */
    has: ({ name, size }: Pick<File, 'name' | 'size'>): boolean =>
      $waiting.get().some(({ stored }) => stored.originalName === name.normalize('NFC') && stored.size === size),
    /** Switches to the files of another draft; unsent files are sent to it. */
    turnTo(files: readonly DocumentFile[]): void {
      stopAll();
      $waiting.set(files.map((stored) => ({ stored, file: null })));
      for (const one of upload.$files.get()) if (one.error === '' && !one.checking) send(one.id);
    },
    /** Handles files that the server lost: those kept in memory are chosen again; returns the names of the others. */
    lose(fileNames: readonly string[]): readonly string[] {
      const gone = $waiting.get().filter(({ stored }) => fileNames.includes(stored.fileName));
      $waiting.set($waiting.get().filter((one) => !gone.includes(one)));
      upload.add(gone.flatMap(({ file }) => file ?? []));
      return gone.flatMap(({ stored, file }) => (file ? [] : [stored.originalName]));
    },
    /** Removes files that the document has already. */
    forget: (fileNames: readonly string[]) =>
      $waiting.set($waiting.get().filter(({ stored }) => !fileNames.includes(stored.fileName))),
    clear(): void {
      stopAll();
      $waiting.set([]);
      $sending.set(new Map());
    },
    /** Resolves when no file is being sent any more. */
    async settled(): Promise<void> {
      for (let last: Promise<void> | null = null; last !== queue; ) {
        last = queue;
        await last;
      }
    },
    stopAll,
  };
}
