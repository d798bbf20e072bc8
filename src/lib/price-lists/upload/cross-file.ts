// State of the form that uploads a file of crosses (article replacements): layout is guessed, checked, then applied.
// Single ones are in catalogue/cross-calls.ts.
import { atom } from 'nanostores';
import type { CrossUploadAnswer } from '../../../../contract/catalogue/crosses.ts';
import type { CrossWay } from '../../../../contract/catalogue/words.ts';
import type { GuessAnswer, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { CROSS_COLUMNS, type CrossCalls, type CrossColumn } from '../../catalogue/cross-calls.ts';
import { createLatest, type Failure, outcomeOf } from '../../platform/http-client.ts';

interface Calls extends Pick<CrossCalls, 'upload'> {
  guess(file: File, signal: AbortSignal): Promise<GuessAnswer>;
}

type CrossFileState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking' | 'saying' }
  /** Checked as the layout still is. */
  | { readonly phase: 'checked' | 'said'; readonly answer: CrossUploadAnswer }
  | { readonly phase: 'failed'; readonly failure: Failure };

interface CrossFile {
  readonly file: File | null;
  readonly guess: GuessAnswer | null;
  readonly guessing: boolean;
  readonly failure: Failure | null;
  readonly layout: CrossLayout | null;
}

const NONE: CrossFile = { file: null, guess: null, guessing: false, failure: null, layout: null };

/** A file of crosses from its choice to the report: a check is of the layout at hand, and any change of that ends it. */
export function createCrossFile(calls: Calls) {
  const $file = atom<CrossFile>(NONE);
  const $state = atom<CrossFileState>({ phase: 'idle' });
  const latest = createLatest();

  async function send(isDryRun: boolean): Promise<void> {
    const { file, guess, layout } = $file.get();
    const { phase } = $state.get();
    if (!file || !guess || !layout || phase === 'checking' || phase === 'saying') return;
    $state.set({ phase: isDryRun ? 'checking' : 'saying' });
    const form = crossFormOf({ fileId: guess.fileId, fileName: file.name }, layout, isDryRun);
    const { value: answer, failure } = await outcomeOf(() => calls.upload(form));
    if (failure) $state.set({ phase: 'failed', failure });
    // The layout or the file has changed meanwhile: this check is of the former one.
    else if (isDryRun && $file.get().layout !== layout) $state.set({ phase: 'idle' });
    else $state.set({ phase: isDryRun ? 'checked' : 'said', answer });
  }

  return {
    $file,
    $state,
    async choose(file: File | null): Promise<void> {
      latest.stop();
      $state.set({ phase: 'idle' });
      $file.set({ ...NONE, file, guessing: file !== null });
      if (file === null) return;
      const { value: guess, failure } = await outcomeOf(() => latest.run((signal) => calls.guess(file, signal)));
      if (failure) $file.set({ ...NONE, file, failure });
      if (!guess) return;
      const sheet = likeliestCrossSheet(guess.value);
      $file.set({ ...NONE, file, guess: guess.value, layout: sheet && layoutOf(sheet, 'both') });
    },
    change(layout: CrossLayout): void {
      $file.set({ ...$file.get(), layout });
      const { phase } = $state.get();
      if (phase !== 'saying' && phase !== 'checking') $state.set({ phase: 'idle' });
    },
    check: (): Promise<void> => send(true),
    say: (): Promise<void> => send(false),
    leave: latest.stop,
  };
}

/** How a file is to be read, as the form has it. */
export interface CrossLayout {
  readonly sheet: string;
  readonly startRow: string;
  readonly way: CrossWay;
  /** Numbers from 1; null: there is none. */
  readonly columns: Readonly<Record<CrossColumn, number | null>>;
}

/** The sheet that looks most like one of crosses; null where there is none. */
const likeliestCrossSheet = ({ sheets }: GuessAnswer): SheetGuess | null =>
  sheets.find(({ notes }) => notes.includes('crosses')) ??
  sheets.find(({ columns }) => columns.cross !== null) ??
  sheets[0] ??
  null;

export const layoutOf = ({ name, startRow, columns }: SheetGuess, way: CrossWay): CrossLayout => ({
  sheet: name,
  startRow: String(startRow),
  way,
  columns: {
    article: columns.article,
    maker: columns.manufacturer,
    cross: columns.cross,
    crossMaker: columns.crossMaker,
  },
});

/** What keeps the layout from being sent; null: nothing. */
export function layoutMistake({ columns, startRow }: CrossLayout): 'article' | 'cross' | 'startRow' | null {
  if (columns.article === null) return 'article';
  if (columns.cross === null || columns.cross === columns.article) return 'cross';
  return /^\s*[1-9]\d{0,6}\s*$/u.test(startRow) ? null : 'startRow';
}

function crossFormOf(
  { fileId, fileName }: { readonly fileId: string; readonly fileName: string },
  { sheet, startRow, way, columns }: CrossLayout,
  isDryRun: boolean,
): FormData {
  const form = new FormData();
  const fields = { fileId, fileName, sheet, startRow: startRow.trim(), way, ...(isDryRun && { dryRun: '1' }) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const name of CROSS_COLUMNS) form.set(name, String(columns[name] ?? ''));
  return form;
}
