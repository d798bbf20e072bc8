// Chooses the sheet of a book that an upload begins with: the page and the sources read the same one.
import type { SheetGuess } from '../../contract/price-lists/guess.ts';

/** What even a sheet that is guessed without any certainty counts. */
const LEAST = 0.1;

/** The sheet with the most goods, as far as it is surely a price list; undefined without any. */
export const likeliestSheet = <Sheet extends Pick<SheetGuess, 'goods' | 'certainty'>>({
  sheets,
}: {
  readonly sheets: readonly Sheet[];
}): Sheet | undefined => {
  const weight = ({ goods, certainty }: Sheet) => (goods + LEAST) * (certainty + LEAST);
  return sheets.toSorted((one, other) => weight(other) - weight(one))[0];
};
