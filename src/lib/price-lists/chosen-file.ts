const KEY = 'upload.file';

/** What outlives a page of a file that was chosen on it: the file itself does not. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** The preset that the form was filled from. */
  readonly presetId: number | null;
  /** What the file would do had been looked at. */
  readonly isChecked: boolean;
}

/** Whether a file is the one that was at hand before, as far as name and size tell. */
export const isSameFile = (before: ChosenFile | null, { name, size }: Pick<File, 'name' | 'size'>): boolean =>
  before !== null && before.name === name && before.size === size;

/** The file at hand, in the tab's storage, for a page that is loaded anew. */
export function createChosenFile(memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const read = (): ChosenFile | null => readChosen(memory.getItem(KEY));
  return {
    read,
    choose: (file: Pick<File, 'name' | 'size'>): void =>
      write({ ...BLANK, name: file.name, size: file.size }),
    /** Adds to what is known of the file at hand. */
    note(change: Partial<Pick<ChosenFile, 'presetId' | 'isChecked'>>): void {
      const chosen = read();
      if (chosen !== null) write({ ...chosen, ...change });
    },
    forget: (): void => memory.removeItem(KEY),
  };

  function write(chosen: ChosenFile): void {
    memory.setItem(KEY, JSON.stringify(chosen));
  }
}

const BLANK = { presetId: null, isChecked: false };

function readChosen(stored: string | null): ChosenFile | null {
  if (stored === null) return null;
  try {
    const read = JSON.parse(stored) as Partial<Record<keyof ChosenFile, unknown>> | null;
    if (typeof read?.name !== 'string' || typeof read.size !== 'number') return null;
    const presetId = typeof read.presetId === 'number' ? read.presetId : null;
    return { name: read.name, size: read.size, presetId, isChecked: read.isChecked === true };
  } catch {
    return null;
  }
}
