/** Reads a price list that is to be applied, and tells of the first rows of each sheet what they say against its mapping. */
import { tell } from '../../../apart/tell.ts';
import { tellFailure } from '../../../sheets/read/failure.ts';
import { readFile } from '../../../sheets/read/read-file.ts';
import { fromWire, type ReadRequest, type WireMessage } from '../../../sheets/read/wire.ts';
import { isSameTitle } from '../rules/same-title.ts';
import { guessSheet } from './guess-sheet.ts';
import { headersOf } from './headers.ts';
import { layoutDoubts } from './layout-doubts.ts';
import type { Looked, LookWish } from './looked.ts';

export const work = (request: ReadRequest): Promise<void> => {
  const wishes = request.beside as readonly LookWish[];
  let read = '';
  return tellFailure(() =>
    readFile(request, (message) => {
      if (message.kind === 'sheet') read = message.title;
      if (message.kind !== 'look') return tell(message);
      const wish = wishes.find(({ title }) => title === null || isSameTitle(title, read));
      if (!wish) return;
      const rows = fromWire(message.rows);
      const looked: Looked = {
        headers: headersOf(guessSheet('', rows)),
        doubts: layoutDoubts(rows, wish, wish.preset),
      };
      tell({ kind: 'answer', answer: looked } satisfies WireMessage);
    }),
  );
};
