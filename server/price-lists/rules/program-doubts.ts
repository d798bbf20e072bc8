// Doubts about a list that an accounting program (1C) has sent. It says itself what is a price and what is stock:
// no person has chosen columns, rows or sheets that could be wrong.
import type { UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';

/** The sentences of a doubt that advise to look at columns, rows or sheets: they stand at its end. */
const ADVICE = /(?<=\.)\s(?:Проверьте|Выберите|Сохраните)\s.*$/u;
const CHECK_PROGRAM = typographed('Проверьте вид цен и выгрузку из 1С.');

/** The same doubts with advice that fits; a package without prices is usual. */
export const doubtsOfProgram = (doubts: readonly UploadDoubt[]): UploadDoubt[] =>
  doubts
    .filter(({ kind }) => kind !== 'no-price-column')
    .map(({ kind, text }) => ({ kind, text: text.replace(ADVICE, ` ${CHECK_PROGRAM}`) }));
