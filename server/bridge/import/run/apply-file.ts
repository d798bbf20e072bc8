import type { RowReport, TextEncoding, UploadDoubt } from '../../../../contract/bridge.ts';
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { LOOK_ROWS } from '../../../sheets/read/limits.ts';
import { readWithAnswers } from '../../../sheets/read/reader.ts';
import type { ReadRequest } from '../../../sheets/read/wire.ts';
import type { ApplyContext } from '../apply/context.ts';
import { changeMissing } from '../apply/missing.ts';
import { applyOwnRows } from '../apply/own-rows.ts';
import { Sheets } from '../apply/sheets.ts';
import { priceHeading } from '../guess/heading-currency.ts';
import type { Looked, LookWish } from '../guess/looked.ts';
import type { PresetHeader } from '../presets/header-match.ts';
import { type KnownHeader, otherProviderDoubt } from '../presets/other-provider.ts';
import { givenColumns } from '../rules/columns.ts';
import type { OwnColumnMap } from '../rules/own-row.ts';
import { headingCurrencyRemark, noStockRemark } from '../rules/reading-remarks.ts';
import { onSheet } from '../rules/sheet-doubts.ts';
import type { ImportSettings, SheetMapping } from '../settings.ts';
import type { ImportProgress } from './progress.ts';
import { ReadingNotes } from './reading-notes.ts';

/** What reading a file came to beyond the tally of its run. */
export interface FileApplied {
  readonly rows: number;
  readonly encoding: TextEncoding | undefined;
  /** It is our own price list, which names its positions itself. */
  readonly isOwn: boolean;
  /** What its layout says against the way in which it was read. */
  readonly doubts: readonly UploadDoubt[];
}

export interface FileSource {
  readonly file: string;
  /** The preset that the file is read by. */
  readonly preset: PresetHeader | null;
  /** What the lists of all providers look like. */
  readonly known: readonly KnownHeader[];
}

/** What a run does around the rows of its file. */
export interface FileSteps {
  readonly emit: (progress: ImportProgress) => void;
  /** Before the first row of a supplier's list: throws where brand or provider are gone. */
  readonly holdOwners: () => Promise<void>;
  /** After every batch. */
  readonly batchDone?: () => Promise<void>;
}

const LOOK_CHILD = new URL('../guess/look-child.ts', import.meta.url).href;
/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;

/** Reads a price list in a child process and applies its rows to the run's ledger. Throws when it cannot be read to its end. */
export async function applyFile(
  context: ApplyContext,
  { file, ...source }: FileSource,
  { emit, holdOwners, batchDone }: FileSteps,
  signal: AbortSignal,
): Promise<FileApplied> {
  const { settings, tally } = context;
  let own: OwnColumnMap | null = null;
  let rows = 0;
  let done = 0;
  let reported = 0;
  const doubts: UploadDoubt[] = [];
  const sheets = new Sheets(context, signal);
  const notes = new ReadingNotes();
  for await (const piece of readWithAnswers(requestOf(file, settings, source.preset), LOOK_CHILD, signal)) {
    if (piece.kind === 'answer') {
      if (!own) doubts.push(...doubtsOfLook(piece.answer as Looked, sheets, source.known));
      continue;
    }
    tally.warn(notes.take(piece));
    if (piece.kind === 'sheet') await sheets.begin(piece.title);
    else if (piece.kind === 'own') own = piece.columns as OwnColumnMap;
    else if (piece.kind === 'head') {
      if (!own) tally.warn(heedHead(piece.rows, sheets));
    } else if (piece.kind === 'progress') done = piece.done;
    else if (piece.kind === 'rows') {
      if (own) await applyOwnRows(context, piece.rows, own);
      else {
        if (rows === 0) await holdOwners();
        await sheets.apply(piece.rows);
      }
      rows += piece.rows.length;
      await batchDone?.();
    }
    if (performance.now() - reported < REPORT_EVERY_MS) continue;
    reported = performance.now();
    emit({ rows, done, committing: false });
  }
  signal.throwIfAborted();
  await sheets.finish();
  if (!own) await changeMissing(context, signal);
  await batchDone?.();
  emit({ rows, done: 1, committing: true });
  if (!own && rows > 0) tally.warn(sheets.withoutStock().map(noStockRemark));
  tally.warn(notes.atEnd(sheets.current.settings.startRow));
  return { rows, encoding: notes.encoding, isOwn: own !== null, doubts };
}

/** What stands above the rows of a sheet may name the currency of its prices; told where that is not the form's. */
function heedHead(head: readonly SheetRow[], sheets: Sheets): readonly RowReport[] {
  const { columns, currency } = sheets.current.settings;
  const heading = priceHeading(head, columns.price);
  if (heading === null) return [];
  sheets.setCurrency(heading.currency);
  return heading.currency === currency.code ? [] : [headingCurrencyRemark(sheets.place, heading)];
}

function requestOf(file: string, settings: ImportSettings, preset: PresetHeader | null): ReadRequest {
  const { sheet, startRow, endRow, sheets } = settings;
  const wishOf = (mapping: SheetMapping) => ({
    sheet: mapping.sheet,
    startRow: mapping.startRow,
    endRow: mapping.endRow,
    columns: givenColumns(mapping),
  });
  return {
    file,
    sheet,
    startRow,
    endRow,
    columns: givenColumns(settings),
    lookRows: LOOK_ROWS,
    beside: lookWishes(settings, preset),
    ...(sheets.length > 0 && { sheets: sheets.map(wishOf) }),
  };
}

/** Of several sheets each has the header that its own mapping was made for. */
function lookWishes({ columns, startRow, sheets }: ImportSettings, preset: PresetHeader | null): LookWish[] {
  if (sheets.length === 0) return [{ title: null, columns, startRow, preset }];
  return sheets.map(({ sheet: title, headers, ...layout }) => {
    const own = preset && { name: preset.name, headers: [...headers] };
    return { title, columns: layout.columns, startRow: layout.startRow, preset: own };
  });
}

/** What the first rows of a sheet say against its mapping. */
function doubtsOfLook(
  { headers, doubts }: Looked,
  { current, title }: Sheets,
  known: readonly KnownHeader[],
): readonly UploadDoubt[] {
  if (title !== null) return doubts.map((doubt) => onSheet(title, doubt));
  const other = otherProviderDoubt(known, current.settings.providerId, headers);
  return [...(other ? [other] : []), ...doubts];
}
