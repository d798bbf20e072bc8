// Reads the sheets of a staged price list, each by its own columns, and collects what their rows want of positions;
// what is wrong with rows goes to the tally.

import type { RowReport, TextEncoding, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { currencyCaption, unitCaption } from '../../catalogue/sheets/cell-values.ts';
import { findHeader } from '../../catalogue/sheets/header.ts';
import { throwIfStopped } from '../../platform/database/jobs.ts';
import {
  HEAD_ROWS,
  LOOK_ROWS,
  type ReadingRemark,
  type ReadPiece,
  type SheetRow,
} from '../../platform/sheet-reader/messages.ts';
import { readStaged, type StagedRequest } from '../../platform/sheet-reader/staged-file.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { headersOfRows, layoutDoubts } from '../guess/layout-doubts.ts';
import { onSheet, readsBadly } from '../rules/doubts.ts';
import * as formFields from '../rules/form-fields.ts';
import { brandOf } from '../rules/manufacturers.ts';
import { readPriceHeading } from '../rules/price.ts';
import * as rowRules from '../rules/row.ts';
import { totalRemark } from '../rules/totals.ts';
import type { ImportSettings, SheetMapping } from '../settings/import-settings.ts';
import { type KnownHeader, otherProviderDoubt, type PresetHeader } from '../settings/presets.ts';
import { type OwnColumnMap, type Owners, OwnRows } from './own-rows.ts';
import { SheetFacts } from './sheet-facts.ts';
import type { Tally } from './tally.ts';
import type { Wish, Wishes } from './wishes.ts';

/** What is read, and how. */
export interface ListSource {
  /** The staged file. */
  readonly staged: string;
  readonly settings: ImportSettings;
  /** The preset that the list is read by; null: none. */
  readonly preset?: PresetHeader | null;
  /** What the lists of all providers look like. */
  readonly known?: readonly KnownHeader[];
  /** What speaks against the order, whatever stands in the list; none of it counts for a list of our own. */
  readonly doubts?: readonly UploadDoubt[];
}

/** Where what is read goes. */
interface Reading {
  readonly wishes: Wishes;
  readonly tally: Tally;
  /** The brands and providers of the shop, which our own list names. */
  readonly owners: Owners;
  /** Before the first row of a supplier's list: throws where brand or provider are gone. */
  readonly holdOwners: () => Promise<void>;
  /** After every batch: rows read so far, and 0..1 of the list. */
  readonly batchDone: (rows: number, done: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** What reading a list came to beyond its wishes and its tally. */
export interface ListRead {
  readonly rows: number;
  readonly encoding: TextEncoding | undefined;
  /** Of our own price list, which names its positions itself; null: another's. */
  readonly ownColumns: OwnColumnMap | null;
  /** What its layout says against the columns by which it was read. */
  readonly doubts: readonly UploadDoubt[];
  /** Article keys for which a row named a maker without being applied. */
  readonly unapplied: ReadonlySet<string>;
  /** Article keys of rows that were not applied: their positions are not missing from the list. */
  readonly mentioned: Set<string>;
  /** How the row at a place was read. */
  readonly settingsAt: (place: number) => ImportSettings;
  /** The places of sheets without a column of stock. */
  readonly withoutStock: readonly number[];
  /** The places of sheets without a column of prices beside others that have one, where no preset has settled it. */
  readonly withoutPrices: readonly number[];
  readonly isByPreset: boolean;
  /** Whether a price column is read, or its absence is settled. */
  readonly prices: 'read' | 'none' | 'settled';
}

/** Reads all wanted rows. Throws a ReadError for a sheet that is not there. */
export async function readList(
  { staged, settings, preset = null, known = [], doubts: asked = [] }: ListSource,
  reading: Reading,
): Promise<ListRead> {
  const { tally, wishes, signal } = reading;
  const sheets = new Sheets(settings, tally);
  const request = requestOf(settings);
  sheets.lookAt(staged, request);
  const rest = { unapplied: new Set<string>(), mentioned: new Set<string>() };
  const doubts: UploadDoubt[] = [];
  const notes = new ReadingNotes();
  let own: OwnRows | null = null;
  let rows = 0;
  let done = 0;
  for (const piece of readStaged(staged, request)) {
    signal.throwIfAborted();
    notes.take(piece);
    if (piece.kind === 'remark') tally.warn([sheets.remarkOf(piece.remark)]);
    else if (piece.kind === 'sheet') sheets.begin(piece.title);
    else if (piece.kind === 'own')
      own = new OwnRows(piece.columns as OwnColumnMap, reading.owners, settings.addNewPositions, tally);
    else if (piece.kind === 'look' && !own && !sheets.current.isLeftOut)
      doubts.push(...sheets.doubtsOf(piece.rows, preset, known));
    else if (piece.kind === 'head' && !own) {
      doubts.push(...sheets.takeHead(piece.rows));
      await wishes.add(sheets.wishesOf(sheets.headingsOf(piece.rows), rest));
    } else if (piece.kind === 'progress') done = piece.done;
    else if (piece.kind === 'rows') {
      if (own) await wishes.add(own.wishesOf(piece.rows));
      else {
        if (rows === 0) await reading.holdOwners();
        await wishes.add(sheets.wishesOf(piece.rows, rest));
      }
      await throwIfStopped(signal);
      rows += piece.rows.length;
      await reading.batchDone(rows, done);
    }
  }
  await wishes.flush();
  if (!own) tally.warn(sheets.decisions());
  const withoutStock = own || rows === 0 ? [] : sheets.without('amount');
  const withoutPrices = own || preset || !sheets.hasPrices ? [] : sheets.without('price');
  const prices = own || rows === 0 || sheets.hasPrices ? 'read' : preset ? 'settled' : 'none';
  tally.warn(notes.atEnd(sheets.current.settings.startRow));
  const settingsAt = (place: number) => sheets.at(place).settings;
  return {
    rows,
    encoding: notes.encoding,
    ownColumns: own?.columns ?? null,
    doubts: own ? doubts : [...asked, ...doubts],
    ...rest,
    settingsAt,
    withoutStock,
    withoutPrices,
    isByPreset: preset !== null,
    prices,
  };
}

function requestOf(settings: ImportSettings): StagedRequest {
  const { sheet, startRow, endRow, sheets } = settings;
  const wishOf = (mapping: SheetMapping) => ({
    sheet: mapping.sheet,
    startRow: mapping.startRow,
    endRow: mapping.endRow,
    columns: formFields.givenColumns(mapping),
  });
  return {
    ...{ sheet, startRow, endRow },
    columns: formFields.givenColumns(settings),
    lookRows: LOOK_ROWS,
    ...(sheets.length > 0 && { sheets: sheets.map(wishOf) }),
  };
}

/** A sheet as it is read. */
interface ReadSheet {
  /** Null in a run of one. */
  readonly title: string | null;
  readonly settings: ImportSettings;
  readonly facts: SheetFacts;
  /** Whether it is left out because it reads badly; null before its rows. */
  isLeftOut: boolean | null;
  /** Its number among the sheets of the run, from 0. */
  readonly number: number;
}

/** The sheets of a run one after another, each read by its own mapping. */
class Sheets {
  readonly #settings: ImportSettings;
  readonly #tally: Tally;
  readonly #all: ReadSheet[] = [];
  #current = 0;
  /** The name of the group above the next row. */
  #heading = '';

  constructor(settings: ImportSettings, tally: Tally) {
    this.#settings = settings;
    this.#tally = tally;
  }

  get current(): ReadSheet {
    return this.at(formFields.placeOf(this.#current, 0));
  }

  at(place: number): ReadSheet {
    return this.#all[formFields.sheetAt(place)] ?? (this.#all[0] as ReadSheet);
  }

  /** Looks at all rows before any is read, for what they decide together. */
  lookAt(staged: string, request: StagedRequest): void {
    for (const piece of readStaged(staged, request)) {
      if (piece.kind === 'own') return;
      if (piece.kind === 'sheet') this.#add(piece.title);
      else if (piece.kind === 'rows') {
        const rows = this.#placed(piece.rows);
        const sheet = this.current;
        sheet.isLeftOut ??= this.#readsBadly(rows);
        if (!sheet.isLeftOut) for (const row of rows) sheet.facts.look(row);
      }
    }
  }

  #add(title: string): void {
    const { sheets } = this.#settings;
    const mapping = sheets.find(({ sheet }) => formFields.isSameTitle(sheet, title));
    if (!mapping && this.#all.length > 0) return;
    const settings = { ...this.#settings, ...mapping };
    const number = this.#all.length;
    // A run of one sheet is never without it, nor one of what a person took in.
    const isLeftOut = !mapping || mapping.take === 'always' ? false : mapping.take === 'never' ? true : null;
    this.#all.push({ title: mapping ? title : null, settings, facts: new SheetFacts(settings), isLeftOut, number });
    this.#current = number;
  }

  /** Whether a sheet is no list by its first rows, so that others need not wait for a person. */
  #readsBadly(rows: readonly SheetRow[]): boolean {
    const sample = rowRules.sampleOf(rows.slice(0, LOOK_ROWS), this.current.settings);
    return readsBadly(sample, rows.length < LOOK_ROWS);
  }

  /** Goes on to a sheet. Further sheets of our own list are no news. */
  begin(title: string): void {
    const sheet = this.#all.find((one) => one.title !== null && formFields.isSameTitle(one.title, title));
    this.#current = sheet?.number ?? 0;
    if (!sheet) return;
    this.#heading = '';
    this.#tally.beginSheet(title);
    if (sheet.isLeftOut ?? this.#readsBadly([])) {
      sheet.isLeftOut = true;
      this.#tally.leaveOutSheet(formFields.placeOf(sheet.number, 0));
    }
  }

  /** Reads the prices as their heading above the rows says; answers what is to be asked about it. */
  takeHead(head: readonly SheetRow[]): readonly UploadDoubt[] {
    const { settings, number, title } = this.current;
    const heading = priceHeading(head, settings.columns.price);
    const { prices, warnings, doubts } = readPriceHeading(heading, settings, formFields.placeOf(number, 0), {
      currency: currencyCaption(head) ?? '',
      unit: unitCaption(head) ?? '',
    });
    this.#all[number] = { ...this.current, settings: { ...settings, ...prices } };
    this.#tally.warn(warnings);
    return title === null ? doubts : doubts.map((doubt) => onSheet(title, doubt));
  }

  /** The headings right above the first row: they are those of its group. */
  headingsOf(head: readonly SheetRow[]): readonly SheetRow[] {
    const { settings } = this.current;
    return settings.startRow <= HEAD_ROWS + 1 ? rowRules.headingsAbove(head, settings) : [];
  }

  /** What the first rows of the sheet say against the columns by which it is read. */
  doubtsOf(
    look: readonly SheetRow[],
    preset: PresetHeader | null,
    known: readonly KnownHeader[],
  ): readonly UploadDoubt[] {
    const { title, settings } = this.current;
    if (title === null) {
      const other = otherProviderDoubt(known, settings.providerId, headersOfRows(look));
      return [...(other ? [other] : []), ...layoutDoubts(look, settings, preset)];
    }
    const headers = this.#settings.sheets.find(({ sheet }) => formFields.isSameTitle(sheet, title))?.headers ?? [];
    const own = preset && { name: preset.name, headers: [...headers] };
    return layoutDoubts(look, settings, own).map((doubt) => onSheet(title, doubt));
  }

  /** What reading says of a place in the current sheet. */
  remarkOf(remark: ReadingRemark): RowReport {
    const place = formFields.placeOf(this.#all.length > 0 ? this.current.number : 0, remark.row);
    return formFields.remarkOfReading({ ...remark, row: place });
  }

  #placed(rows: readonly SheetRow[]): readonly SheetRow[] {
    const { number, settings } = this.current;
    const whole = rows.map((row) => (row.merged ? rowRules.withMergedValues(row, settings) : row));
    return number === 0 ? whole : whole.map((row) => ({ ...row, row: formFields.placeOf(number, row.row) }));
  }

  /** What the next rows of the sheet want of positions. */
  wishesOf(rows: readonly SheetRow[], rest: Pick<ListRead, 'mentioned'> & { readonly unapplied: Set<string> }): Wish[] {
    const { settings, facts, isLeftOut } = this.current;
    const tally = this.#tally;
    const wishes: Wish[] = [];
    const all = this.#placed(rows);
    if (isLeftOut) {
      tally.leaveOutRows(all[0]?.row ?? 0, all.length);
      if (settings.missing !== 'leave') for (const row of all) mention(row, settings, rest.mentioned);
      return wishes;
    }
    for (const placed of all) {
      if (rowRules.isBlankRow(placed)) continue;
      if (facts.isTotal(placed)) {
        tally.countTotal(totalRemark(placed, settings));
        continue;
      }
      if (facts.isHeading(placed)) {
        tally.countGroup(undefined);
        continue;
      }
      const reading = rowRules.readRow(facts.settle(this.#underHeading(placed, settings)), settings);
      if (reading.kind === 'group') tally.countGroup(reading.warning);
      else if (reading.kind === 'total') tally.countTotal(reading.warning);
      else if (reading.kind === 'skipped') tally.skip(reading.warning);
      else if (reading.kind === 'left-out') {
        tally.leaveOut(reading.warning);
        recordUnapplied(reading.identity, settings, rest);
      } else if (reading.kind === 'failed') {
        tally.fail(reading.errors);
        if (reading.identity) recordUnapplied(reading.identity, settings, rest);
      } else {
        tally.warn(reading.warnings);
        if (reading.words) tally.countWords(reading.words);
        wishes.push(wishOfRow(reading.candidate, settings));
      }
    }
    return wishes;
  }

  #underHeading(row: SheetRow, settings: ImportSettings): SheetRow {
    if (!settings.isMakerInHeadings) return row;
    if (!rowRules.isHeading(row, settings)) return rowRules.underHeading(row, this.#heading);
    this.#heading = rowRules.groupName(row.cells, settings) || this.#heading;
    return row;
  }

  /** What was decided about numbers for whole sheets. */
  decisions = (): RowReport[] => this.#all.flatMap(({ facts }) => facts.decisions());

  /** The places of the sheets that have no such column. */
  without(column: 'amount' | 'price'): number[] {
    const without = this.#all.filter(({ settings, isLeftOut }) => !isLeftOut && settings.columns[column] === undefined);
    return without.map(({ number }) => formFields.placeOf(number, 0));
  }

  /** Whether some sheet has a price column. */
  get hasPrices(): boolean {
    return this.without('price').length < this.#all.filter(({ isLeftOut }) => !isLeftOut).length;
  }
}

function wishOfRow(
  { row, article, key, sourceKey = '', manufacturer, fields, isCaption = false }: rowRules.Candidate,
  settings: ImportSettings,
): Wish {
  const maker = manufacturer === undefined ? null : manufacturerKey(manufacturer);
  return {
    place: row,
    key,
    sourceKey,
    maker,
    // A dash or a full stop in the cell names no maker.
    manufacturer: maker ? (manufacturer ?? '') : '',
    brandId: brandOf(settings, maker ?? undefined),
    providerId: null,
    article,
    isCaption,
    fields,
    positionId: null,
  };
}

/** A row that changes nothing still says of which makers and articles the list knows. */
function recordUnapplied(
  { key, manufacturer }: rowRules.Identity,
  { missing }: ImportSettings,
  { unapplied, mentioned }: { readonly unapplied: Set<string>; readonly mentioned: Set<string> },
): void {
  if (manufacturer !== undefined && manufacturerKey(manufacturer) !== '') unapplied.add(key);
  if (missing !== 'leave') mentioned.add(key);
}

/** The articles that a sheet names which is left out are not missing from the list. */
function mention(row: SheetRow, settings: ImportSettings, mentioned: Set<string>): void {
  const reading = rowRules.isBlankRow(row) ? null : rowRules.readRow(row, settings);
  if (reading?.kind === 'position') mentioned.add(reading.candidate.key);
  else if (reading && 'identity' in reading && reading.identity) mentioned.add(reading.identity.key);
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

  take(piece: ReadPiece): void {
    if (piece.kind === 'encoding') this.encoding = piece.encoding;
    else if (piece.kind === 'rows') this.#rows += piece.rows.length;
    else if (piece.kind === 'sheet') {
      this.#title = piece.title;
      this.#others = piece.all.filter((title) => title !== piece.title).slice(0, NAMED_SHEETS_MAX);
    }
  }

  atEnd(startRow: number): readonly RowReport[] {
    return this.#rows === 0 ? [formFields.noRowsRemark(startRow, this.#title, this.#others)] : [];
  }
}

/** The heading of a column of prices; '' without one. */
function priceHeading(head: readonly SheetRow[], column: number | undefined): string {
  if (column === undefined) return '';
  return findHeader(head).names.get(column) ?? head.at(-1)?.cells.get(column)?.text ?? '';
}
