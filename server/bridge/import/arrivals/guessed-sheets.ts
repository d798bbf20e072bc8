import { UPLOAD_SHEETS_MAX } from '../../../../contract/limits.ts';
import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import { SHEET_HEADERS } from '../../../../contract/upload-sheets.ts';
import { quoted } from '../../../../rules/format/quoted.ts';
import { formOfGuess } from '../guess/form-of-guess.ts';
import { guessFile } from '../guess/guess-file.ts';
import { headersOf } from '../guess/headers.ts';
import type { FormFields } from '../settings.ts';
import { isCertain } from './guessed-form.ts';

/** How a file nobody looks at asks to be read, and why somebody should look all the same. */
export interface GuessedBook {
  readonly fields: FormFields;
  readonly doubt: string | null;
}

const UNCERTAIN = 'Столбцы определены неуверенно: выберите сохранённые настройки';

/**
 * Guesses the form of a whole file: of its visible sheets all that are surely price lists. A sheet that seems to hold
 * goods and is not sure is left out and told; one without articles and prices is no list and says nothing. Throws a
 * ReadError for what is no price list.
 */
export async function guessBook(file: string): Promise<GuessedBook> {
  const guesses = await guessFile(file);
  const certain = guesses.filter(isCertain);
  const [first] = certain;
  if (!first) {
    const likeliest = guesses.find(hasGoods) ?? guesses[0];
    return { fields: likeliest ? formOfGuess(likeliest) : {}, doubt: UNCERTAIN };
  }
  const read = certain.slice(0, UPLOAD_SHEETS_MAX);
  const left = guesses.filter((guess) => !read.includes(guess) && hasGoods(guess));
  const form = formOfGuess(first);
  return {
    fields: read.length > 1 ? { ...form, sheets: JSON.stringify(read.map(sheetOfGuess)) } : form,
    doubt: left.length > 0 ? unreadText(left.map(({ name }) => name)) : null,
  };
}

const hasGoods = ({ columns: { article, title, price }, notes }: SheetGuess): boolean =>
  !notes.includes('no rows') && (article !== null || title !== null) && price !== null;

/** A sheet as the field `sheets` of the form has it. */
function sheetOfGuess(guess: SheetGuess): object {
  const { sheet: name, ...layout } = formOfGuess(guess);
  const said = Object.entries(layout).filter(([, text]) => text !== '');
  return { name, ...Object.fromEntries(said), [SHEET_HEADERS]: headersOf(guess) };
}

function unreadText(names: readonly string[]): string {
  const list = names.map(quoted).join(', ');
  return names.length === 1
    ? `Лист ${list} не\u00a0распознан и\u00a0не\u00a0прочитан: выберите сохранённые настройки`
    : `Листы ${list} не\u00a0распознаны и\u00a0не\u00a0прочитаны: выберите сохранённые настройки`;
}
