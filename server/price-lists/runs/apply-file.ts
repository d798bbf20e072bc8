// Reads a price list in a child process and applies its rows, sheet by sheet, for a real import (job.ts) and a dry run
// (plan-job.ts).
import type { RowReport, TextEncoding, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { ImportError } from '../../../contract/errors.ts';
import { currencyInHeading } from '../../catalogue/sheets/cell-values.ts';
import { findHeader } from '../../catalogue/sheets/header.ts';
import { LOOK_ROWS, type ReadPiece, type ReadRequest, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { readWithAnswers } from '../../platform/sheet-reader/reader.ts';
import type { ApplyContext } from '../apply/context.ts';
import { applyOwnRows, type OwnColumnMap, Sheets } from '../apply/sheets.ts';
import { type StagedPosition, setStagedPosition } from '../apply/staged-positions.ts';
import type { SheetLook, SheetToLookAt } from '../guess/look-child.ts';
import { type OtherOwner, onSheet, withArticlesSay } from '../rules/doubts.ts';
import * as formFields from '../rules/form-fields.ts';
import { brandsOf } from '../rules/manufacturers.ts';
import type { ImportSettings, SheetMapping } from '../settings/import-settings.ts';
import { type KnownHeader, otherProviderDoubt, type PresetHeader } from '../settings/presets.ts';
import type { ImportProgress } from './jobs.ts';

/** What reading a file came to beyond the tally of its run. */
interface FileApplied {
  readonly rows: number;
  readonly encoding: TextEncoding | undefined;
  /** It is our own price list, which names its positions itself. */
  readonly isOwn: boolean;
  /** What speaks against how it was read: its counts, then its layout. */
  readonly doubts: readonly UploadDoubt[];
}

interface FileSource {
  readonly file: string;
  /** The preset that the file is read by; null: none. */
  readonly preset: PresetHeader | null;
  readonly known: readonly KnownHeader[];
}

/** What a run does around the rows of its file. */
interface FileSteps {
  readonly emit: (progress: ImportProgress) => void;
  /** Before the first row of a supplier's list: throws where brand or provider are gone. */
  readonly holdOwners: () => Promise<void>;
  /** After every batch. */
  readonly batchDone?: () => Promise<void>;
}

const LOOK_CHILD = new URL('../guess/look-child.ts', import.meta.url).href;
/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;

/** Reads a price list in a child process and applies its rows to staged positions. Throws when it cannot be read to its end. */
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
      if (!own && !sheets.isLeftOut) doubts.push(...layoutDoubtsOf(piece.answer as SheetLook, sheets, source.known));
      continue;
    }
    tally.warn(notes.take(piece));
    if (piece.kind === 'sheet') await sheets.begin(piece.title);
    else if (piece.kind === 'own') own = piece.columns as OwnColumnMap;
    else if (piece.kind === 'head') {
      if (!own) tally.warn(applyHeadCurrency(piece.rows, sheets));
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
  if (!own && rows > 0)
    tally.warn(sheets.without('amount').map((place) => formFields.noStockRemark(place, tally.positions)));
  tally.warn(notes.atEnd(sheets.current.settings.startRow));
  const prices = own || rows === 0 || sheets.hasPrices ? 'read' : source.preset ? 'settled' : 'none';
  return { rows, encoding: notes.encoding, isOwn: own !== null, doubts: [...tally.doubts(prices), ...doubts] };
}

/** Warns where the lines above the rows of a sheet name another currency than the form. */
function applyHeadCurrency(head: readonly SheetRow[], sheets: Sheets): readonly RowReport[] {
  const { columns, currency } = sheets.current.settings;
  const heading = priceHeading(head, columns.price);
  if (heading === null) return [];
  sheets.setCurrency(heading.currency);
  return heading.currency === currency.code ? [] : [formFields.headingCurrencyRemark(sheets.place, heading)];
}

function requestOf(file: string, settings: ImportSettings, preset: PresetHeader | null): ReadRequest {
  const { sheet, startRow, endRow, sheets } = settings;
  const wishOf = (mapping: SheetMapping) => ({
    sheet: mapping.sheet,
    startRow: mapping.startRow,
    endRow: mapping.endRow,
    columns: formFields.givenColumns(mapping),
  });
  return {
    file,
    sheet,
    startRow,
    endRow,
    columns: formFields.givenColumns(settings),
    lookRows: LOOK_ROWS,
    beside: lookWishes(settings, preset),
    ...(sheets.length > 0 && { sheets: sheets.map(wishOf) }),
  };
}

/** Of several sheets each has the header that its own mapping was made for. */
function lookWishes({ columns, startRow, sheets }: ImportSettings, preset: PresetHeader | null): SheetToLookAt[] {
  if (sheets.length === 0) return [{ title: null, columns, startRow, preset }];
  return sheets.map(({ sheet: title, headers, ...layout }) => {
    const own = preset && { name: preset.name, headers: [...headers] };
    return { title, columns: layout.columns, startRow: layout.startRow, preset: own };
  });
}

function layoutDoubtsOf(
  { headers, doubts }: SheetLook,
  { current, title }: Sheets,
  known: readonly KnownHeader[],
): readonly UploadDoubt[] {
  if (title !== null) return doubts.map((doubt) => onSheet(title, doubt));
  const other = otherProviderDoubt(known, current.settings.providerId, headers);
  return [...(other ? [other] : []), ...doubts];
}

/** Titles of further sheets that are named. */
const NAMED_SHEETS_MAX = 10;

/** Notes about the file itself, collected while it is read. */
class ReadingNotes {
  /** How the file was read, when it is a text. */
  encoding: TextEncoding | undefined;
  #title = '';
  #others: readonly string[] = [];
  #rows = 0;

  take(piece: ReadPiece): readonly RowReport[] {
    if (piece.kind === 'remark') return [formFields.remarkOfReading(piece.remark)];
    if (piece.kind === 'encoding') this.encoding = piece.encoding;
    else if (piece.kind === 'rows') this.#rows += piece.rows.length;
    else if (piece.kind === 'sheet') {
      this.#title = piece.title;
      this.#others = piece.all.filter((title) => title !== piece.title).slice(0, NAMED_SHEETS_MAX);
    }
    return [];
  }

  atEnd(startRow: number): readonly RowReport[] {
    return this.#rows === 0 ? [formFields.noRowsRemark(startRow, this.#title, this.#others)] : [];
  }
}

/** Refuses a file that is not our own price list while brand or provider are missing; the message is the API's. */
const missingOwner = (message: ImportError) => Object.assign(new Error(message), { code: 'MISSING_OWNER' });

/** Brand and provider may have been deleted while the upload waited for its turn; `isThere` looks, and may keep them. */
export async function requireOwners(
  settings: ImportSettings,
  isThere: (table: 'brands' | 'providers', id: number) => Promise<boolean>,
): Promise<void> {
  const { brandId, providerId } = settings;
  if (brandId === null || !(await isThere('brands', brandId))) throw missingOwner('brand not found');
  if (providerId === null || !(await isThere('providers', providerId))) throw missingOwner('provider not found');
  for (const id of brandsOf(settings).slice(1))
    if (!(await isThere('brands', id))) throw missingOwner('brand of a manufacturer not found');
}

/** What the form wishes for unnamed positions: no stock or removal. Failed rows name theirs; hidden ones stay. */
async function changeMissing(context: ApplyContext, signal: AbortSignal): Promise<void> {
  const { positions, tally, mentioned, settings } = context;
  const { missing } = settings;
  const { created, updated, unchanged } = tally.counts;
  // A file of which nothing could be applied says nothing of what is missing.
  if (missing === 'leave' || created + updated + unchanged === 0) return;
  for await (const batch of positions.unnamedPositions()) {
    signal.throwIfAborted();
    const changed = batch.filter(
      (held) => !mentioned.has(held.current.article_key) && setMissing(held, missing === 'hide'),
    );
    tally.missing += changed.length;
    await positions.keep(changed);
  }
}

/** Answers whether that changes the position. */
function setMissing(held: StagedPosition, isRemoved: boolean): boolean {
  const { current } = held;
  if (current.hidden !== HIDDEN.shown) return false;
  if (isRemoved) setStagedPosition(held, { ...current, hidden: HIDDEN.removed });
  else setStagedPosition(held, { ...current, amount: 0, in_stock: 0 });
  return held.dirty.length > 0;
}

/** The doubts about a file, with what its articles say of whose list it is. */
export async function withOwnerDoubt(
  doubts: readonly UploadDoubt[],
  { articles, settings: { providerId, brandId } }: Pick<ApplyContext, 'articles' | 'settings'>,
  store: { mainOwnerOf(keys: readonly string[], brandId: number, besides: number): Promise<OtherOwner | null> },
): Promise<UploadDoubt[]> {
  const { keys, own } = articles;
  if (providerId === null || brandId === null || keys.length === 0) return [...doubts];
  const other = await store.mainOwnerOf(keys, brandId, providerId);
  return withArticlesSay(doubts, { articles: keys.length, own }, other);
}

/** The currency in the heading of a column of prices; null where it names none. */
function priceHeading(head: readonly SheetRow[], column: number | undefined) {
  if (column === undefined) return null;
  const last = head.at(-1)?.cells.get(column)?.text ?? '';
  const text = findHeader(head).names.get(column) ?? last;
  const currency = currencyInHeading(text);
  return currency === null ? null : { text, currency };
}
