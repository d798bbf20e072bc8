// Guesses how an uploaded price list is laid out, in a child process, and turns the guess into the fields of the
// upload form. The rules are in catalogue/sheets.
import { UPLOAD_SHEETS_MAX } from '../../../contract/limits.ts';
import { SHEET_HEADERS, type SheetTake, UPLOAD_COLUMNS } from '../../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { limitTo } from '../../platform/limit-to.ts';
import { LOOK_ROWS, type ReadRequest } from '../../platform/sheet-reader/messages.ts';
import { answerOfFile } from '../../platform/sheet-reader/reader.ts';
import type { FormFields } from '../rules/form-fields.ts';
import { headersOf } from '../settings/presets.ts';

const GUESS_CHILD = new URL('./guess-child.ts', import.meta.url).href;
/** Files that are looked at, at a time: each takes a process and the memory of its texts. One that never ends stops no other. */
const guessing = limitTo(2);
/** The first rows of the largest workbook take some seconds, for its texts are read before them. */
const CAPS = { cpuSeconds: 10, wallMs: 40_000 } as const;

/** Layouts of the visible sheets, guessed in a child. Throws a ReadError for no price list and for too much work. */
export function guessFile(file: string, signal?: AbortSignal): Promise<SheetGuess[]> {
  const request = { file, sheet: null, startRow: 1, endRow: LOOK_ROWS, columns: null, allSheets: true };
  return guessing(() => answerOfFile<SheetGuess[]>(request, { child: GUESS_CHILD, caps: CAPS, signal }));
}

const HEADINGS_CHILD = new URL('./headings-child.ts', import.meta.url).href;

export interface SheetHeadings {
  readonly title: string;
  /** From the first column on; empty where a column has no heading. */
  readonly headers: readonly string[];
  /** Columns that the sheet has, at least one. */
  readonly width: number;
}

/** The headings of the sheets that are asked for, in the order of the book; of a text, which has no sheets, none. Throws a ReadError. */
export const headingsOfFile = (request: ReadRequest): Promise<SheetHeadings[]> =>
  answerOfFile<SheetHeadings[]>(request, { child: HEADINGS_CHILD });

/** The form that uploads a sheet as it was guessed; a column that was not found is not given. */
export function formOfGuess({ name, startRow, columns, notes }: SheetGuess): FormFields {
  const found: Readonly<Record<string, number | null>> = columns;
  const given = UPLOAD_COLUMNS.map((column) => [column, String(found[column] ?? '')]);
  const articleFrom = notes.includes('article in title') ? 'title' : '';
  return { ...Object.fromEntries(given), sheet: name, startRow: String(startRow), articleFrom };
}

/** A guess below this certainty is not used without a confirmation. */
const CERTAIN_ENOUGH = 0.6;

/** Whether a sheet may be read as it is guessed: a list without prices is mostly one that was not understood. */
const isCertain = ({ certainty, notes }: SheetGuess): boolean =>
  certainty >= CERTAIN_ENOUGH && !notes.includes('no price');

/** The form of the first visible or the named sheet, and whether it is certain; null without it. Throws ReadError. */
export async function guessForm(file: string, sheet?: string, signal?: AbortSignal) {
  const sheets = await guessFile(file, signal);
  const guess = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
  if (!guess) return null;
  return { fields: formOfGuess(guess), isCertain: isCertain(guess), guess };
}

const UNCERTAIN = typographed('Столбцы определены неуверенно: выберите сохранённые настройки');

/**
 * Guesses the form of a whole file without an upload page: all visible sheets that are surely price lists. A sheet that
 * only seems to contain goods is named and left out; one without articles and prices is ignored. `doubt` is why the
 * columns have to be checked by hand. Throws a ReadError for what is no price list.
 */
export async function guessBook(file: string): Promise<{ readonly fields: FormFields; readonly doubt: string | null }> {
  const guesses = await guessFile(file);
  const certain = guesses.filter(isCertain);
  const [first] = certain;
  if (!first) {
    const likeliest = guesses.find(hasGoods) ?? guesses[0];
    return { fields: likeliest ? formOfGuess(likeliest) : {}, doubt: UNCERTAIN };
  }
  const named = guesses.filter((guess) => certain.includes(guess) || hasGoods(guess)).slice(0, UPLOAD_SHEETS_MAX);
  const entries = named.map((guess) => ({ ...sheetOfGuess(guess), ...(!certain.includes(guess) && NEVER) }));
  const form = formOfGuess(first);
  return { fields: entries.length > 1 ? { ...form, sheets: JSON.stringify(entries) } : form, doubt: null };
}

const NEVER = { take: 'never' } as const satisfies { readonly take: SheetTake };

const hasGoods = ({ columns: { article, title, price }, notes }: SheetGuess): boolean =>
  !notes.includes('no rows') && (article !== null || title !== null) && price !== null;

function sheetOfGuess(guess: SheetGuess): object {
  const { sheet: name, ...layout } = formOfGuess(guess);
  const said = Object.entries(layout).filter(([, text]) => text !== '');
  return { name, ...Object.fromEntries(said), [SHEET_HEADERS]: headersOf(guess) };
}
