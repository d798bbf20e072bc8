// Fills the upload form from what the server guesses of the chosen price list: sheet, first row, columns.
import type { GuessAnswer, GuessedSheet } from '../../../../contract/price-lists/guess.ts';
import { guessedColumn, likeliestSheet } from '../../../../rules/price-lists/likeliest-sheet.ts';
import { isOwnPriceList } from '../../../../rules/price-lists/own-price-list.ts';
import type { SheetLayout } from './sheet-layouts.ts';
import { columnsBy, type UploadSettings } from './upload-settings.ts';

/** From here on a guess is filled in without a warning. */
const SURE = 0.6;

export const isUnsure = ({ certainty }: GuessedSheet): boolean => certainty < SURE;

/** The sheet that the settings name; as the service does, the first one when they name none. */
export const chosenSheet = ({ sheets }: GuessAnswer, { sheet }: UploadSettings): GuessedSheet | undefined =>
  sheet.trim() === '' ? sheets[0] : sheets.find(({ name }) => name === sheet.trim());

/** Whether a file is the catalogue's own price list, which says itself what is where and whose. */
export const isOwnFile = (answer: GuessAnswer): boolean => answer.sheets[0]?.rows.some(isOwnPriceList) ?? false;

/** The settings for a file as it is guessed: of several sheets those are read that are surely price lists. */
export function withFile(settings: UploadSettings, answer: GuessAnswer): UploadSettings {
  const sheet = likeliestSheet(answer);
  if (!sheet) return { ...settings, sheets: [] };
  const isUsed = (guess: GuessedSheet) => guess === sheet || !isUnsure(guess);
  return { ...withGuess(settings, sheet), sheets: sheetsOfFile(settings, answer, isUsed) };
}

/** The settings for a file that was at hand before: what was typed of it stays if it has the sheet that was shown. */
export function withSameFile(settings: UploadSettings, answer: GuessAnswer): UploadSettings {
  const shown = answer.sheets.find(({ name }) => name === settings.sheet);
  if (!shown) return withFile(settings, answer);
  const isUsed = (guess: GuessedSheet) => guess === shown || !isUnsure(guess);
  return { ...settings, sheets: sheetsOfFile(settings, answer, isUsed) };
}

/** The settings of an earlier upload for the file at hand: its sheets stay, because sheets belong to a file. */
export const withLast = (last: UploadSettings, { sheet, sheets }: UploadSettings): UploadSettings => ({
  ...last,
  sheet,
  sheets,
});

/** Every sheet of a file as it is guessed; none where it has just one. */
export function sheetsOfFile(
  settings: UploadSettings,
  { sheets }: GuessAnswer,
  isUsed: (sheet: GuessedSheet) => boolean,
): readonly SheetLayout[] {
  if (sheets.length < 2) return [];
  return sheets.map((guess) => {
    const { sheet, startRow, endRow, columns, rules } = withGuess(settings, guess);
    const { articleFrom } = rules;
    const { headers } = guess;
    return { sheet, isUsed: isUsed(guess), startRow, endRow, columns, articleFrom, prices: null, headers, take: '' };
  });
}

/** The currency that the heading of the prices names; '' for roubles and for none. */
const foreignCurrency = ({ notes, currency }: GuessedSheet): string =>
  notes.includes('foreign currency') ? (currency ?? '') : '';

/** The settings without the currency that a file named, and without its rate: the next file has its own. */
export function withoutFile(settings: UploadSettings, answer: GuessAnswer | null): UploadSettings {
  const sheet = answer && chosenSheet(answer, settings);
  const isShown = sheet && settings.currency !== '' && settings.currency === foreignCurrency(sheet);
  const { currency, rate } = isShown ? { currency: '', rate: '' } : settings;
  return { ...settings, currency, rate, sheets: [], sheet: '' };
}

/** The settings with the guessed layout of a sheet, and its currency where none is typed; the rest stays as typed. */
function withGuess(settings: UploadSettings, guess: GuessedSheet): UploadSettings {
  const { name, startRow } = guess;
  return {
    ...settings,
    sheet: name,
    startRow: String(startRow),
    endRow: '',
    currency: settings.currency.trim() || foreignCurrency(guess),
    columns: columnsBy((column) => guessedColumn(guess, column)),
    rules: { ...settings.rules, articleFrom: guess.notes.includes('article in title') ? 'title' : '' },
  };
}
