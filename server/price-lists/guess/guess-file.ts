// Turns the guess of how a price list is laid out into the fields of the upload form. The rules of guessing are in
// catalogue/sheets.
import { UPLOAD_SHEETS_MAX } from '../../../contract/limits.ts';
import { SHEET_HEADERS, type SheetTake, UPLOAD_COLUMNS } from '../../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { guessedColumn, likeliestSheet } from '../../../rules/price-lists/likeliest-sheet.ts';
import type { ReadRequest } from '../../platform/sheet-reader/messages.ts';
import { answerOfFile } from '../../platform/sheet-reader/reader.ts';
import type { FormFields } from '../rules/form-fields.ts';
import { headersOf } from '../settings/presets.ts';
import { guessesOf } from './staged-lists.ts';

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
export function formOfGuess(guess: SheetGuess): FormFields {
  const { name, startRow, columns, notes } = guess;
  const given = UPLOAD_COLUMNS.map((column) => [column, guessedColumn(guess, column)]);
  const isNamedByTitle = notes.includes('no article') && columns.title !== null;
  const articleFrom = notes.includes('article in title') ? 'title' : isNamedByTitle ? 'whole-title' : '';
  return { ...Object.fromEntries(given), sheet: name, startRow: String(startRow), articleFrom };
}

/** A guess below this certainty is not used without a confirmation. */
const CERTAIN_ENOUGH = 0.6;

/** Whether a sheet may be read as it is guessed: a list without prices is mostly one that was not understood. */
const isCertain = ({ certainty, notes }: SheetGuess): boolean =>
  certainty >= CERTAIN_ENOUGH && !notes.includes('no price');

/** The form of the named or the likeliest sheet of a staged list, and whether it is certain; null without it. */
export function guessForm(staged: string, sheet?: string) {
  const sheets = guessesOf(staged);
  const guess = sheet === undefined ? likeliestSheet({ sheets }) : sheets.find(({ name }) => name === sheet);
  if (!guess) return null;
  return { fields: formOfGuess(guess), isCertain: isCertain(guess), guess };
}

const UNCERTAIN = typographed('Столбцы определены неуверенно: выберите сохранённые настройки');

/**
 * Guesses the form of a whole staged list without an upload page: all visible sheets that are surely price lists. A sheet that
 * only seems to contain goods is named and left out; one without articles and prices is ignored. `doubt` is why the
 * columns have to be checked by hand.
 */
export function guessBook(staged: string): { readonly fields: FormFields; readonly doubt: string | null } {
  const guesses = guessesOf(staged);
  const certain = guesses.filter(isCertain);
  const [first] = certain;
  if (!first) {
    const likeliest = likeliestSheet({ sheets: guesses });
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
