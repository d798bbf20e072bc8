import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import { formOfGuess } from '../guess/form-of-guess.ts';
import { guessFile } from '../guess/guess-file.ts';
import type { FormFields } from '../settings.ts';

/** A guess below this is not acted upon without somebody's word. */
const CERTAIN_ENOUGH = 0.6;

/** Whether a sheet may be read as it is guessed: a list without prices is mostly one that was not understood. */
export const isCertain = ({ certainty, notes }: SheetGuess): boolean =>
  certainty >= CERTAIN_ENOUGH && !notes.includes('no price');

/** The form that a file asks for by itself. */
export interface GuessedForm {
  readonly fields: FormFields;
  /** Whether it may be acted upon. */
  readonly isCertain: boolean;
  readonly guess: SheetGuess;
}

/**
 * Guesses the form of the first visible sheet, or of the one that is named. Null when there is no such sheet; throws a
 * ReadError for what is no price list.
 */
export async function guessForm(
  file: string,
  sheet?: string,
  signal?: AbortSignal,
): Promise<GuessedForm | null> {
  const sheets = await guessFile(file, signal);
  const guess = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
  if (!guess) return null;
  return { fields: formOfGuess(guess), isCertain: isCertain(guess), guess };
}
