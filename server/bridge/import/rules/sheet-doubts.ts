import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { ErrorGroup, SheetCounts } from '../../../../contract/run-counts.ts';
import { doubtsOf } from './doubts.ts';
import { NO_PRICES } from './price-doubts.ts';

/** Rows of one of several sheets; `leftOut` are those of the skipped ones that the form has left out. */
export type SheetFacts = SheetCounts & { readonly leftOut: number };

/** Doubts about single sheets that are told; whoever puts these right sees the next ones. */
const TOLD_MAX = 10;

/** What speaks against single ones of several sheets, which the others would outweigh. */
export function sheetsDoubts(
  sheets: readonly SheetFacts[],
  errorGroups: readonly ErrorGroup[],
): UploadDoubt[] {
  // That nothing at all was applied is told of the run.
  if (sheets.every(({ applied }) => applied === 0)) return [];
  const doubts = sheets.flatMap((sheet) => {
    const own = errorGroups.filter((group) => group.sheet === sheet.name);
    return sheet.applied === 0 ? [emptyHanded(sheet.name)] : doubtsOfSheet(sheet, own);
  });
  return doubts.slice(0, TOLD_MAX);
}

function doubtsOfSheet(
  { name, applied, skipped, failed, leftOut }: SheetFacts,
  errorGroups: readonly ErrorGroup[],
): UploadDoubt[] {
  const refused = failed + skipped - leftOut;
  return doubtsOf({ applied, refused, leftOut, prices: NO_PRICES, emptied: 0, errorGroups }).map((doubt) =>
    onSheet(name, doubt),
  );
}

const emptyHanded = (name: string): UploadDoubt => ({
  kind: 'nothing-applied',
  text: `С\u00a0листа «${name}» не\u00a0применена ни\u00a0одна строка. Проверьте его начальную строку и\u00a0столбцы.`,
});

/** A doubt, told of one sheet. */
export const onSheet = (name: string, { kind, text }: UploadDoubt): UploadDoubt => ({
  kind,
  text: `Лист «${name}»: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
});
