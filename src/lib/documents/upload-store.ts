import { atom } from 'nanostores';
import { checkFile } from './document-files.ts';

/** A file that is chosen and not sent yet. */
export interface NewFile {
  readonly id: string;
  readonly file: File;
  /** Code of what is wrong with it; '' when nothing is. */
  readonly error: string;
  readonly checking: boolean;
}

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The files that wait for a save: each is looked into as soon as it is chosen. The same one is not taken twice. */
export function createDocumentUpload(
  onChange: () => void,
  check = checkFile,
  /** Told of each file that nothing is wrong with. */
  onFit: (id: string) => void = () => {},
) {
  const $files = atom<readonly NewFile[]>([]);
  const running = new Set<Promise<void>>();

  const patch = (id: string, next: Partial<NewFile>) =>
    $files.set($files.get().map((one) => (one.id === id ? { ...one, ...next } : one)));

  function look({ id, file }: NewFile): void {
    const looking = check(file).then((error) => {
      // Another file may stand in its place by now.
      if (!$files.get().some((one) => one.id === id && one.file === file)) return;
      patch(id, { error, checking: false });
      if (error === '') onFit(id);
    });
    running.add(looking);
    void looking.finally(() => running.delete(looking));
  }

  return {
    $files,
    /** Takes more files; the answer names those that are there already. */
    add(files: readonly File[]): readonly string[] {
      const known: string[] = [];
      const added: NewFile[] = [];
      for (const file of files) {
        const all = [...$files.get(), ...added];
        if (all.some((one) => sameFile(one.file, file))) known.push(file.name);
        else added.push({ id: crypto.randomUUID(), file, error: '', checking: true });
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
    /** Puts another file, or the same one read anew, in the place of one. */
    replace(id: string, file: File): void {
      patch(id, { file, error: '', checking: true });
      const one = $files.get().find((each) => each.id === id);
      if (one) look(one);
      onChange();
    },
    /** Says what the server has against a file. */
    refuse: (id: string, error: string) => patch(id, { error }),
    clear: () => $files.set([]),
    /** Resolves when every chosen file has been looked into. */
    async checked(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
export type DocumentUpload = ReturnType<typeof createDocumentUpload>;
