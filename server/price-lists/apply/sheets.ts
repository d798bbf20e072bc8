// Applies the sheets of a file one after another, each by its own columns; also rows of the price list that this shop
// itself exports.
import { columnsReadAs, POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { cleanText, cutText, numberOf, readNumber } from '../../catalogue/sheets/cell-values.ts';
import { EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { OWN_COLUMNS, type OwnColumnId } from '../../platform/sheets/own-columns.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { amountOf, termOf } from '../rules/cells.ts';
import { createRemark, isSameTitle, placeOf, sheetAt } from '../rules/form-fields.ts';
import { PLAIN_PRICES, readPrice } from '../rules/price.ts';
import type { Candidate, FieldsInMaking, PositionFields } from '../rules/row.ts';
import { STOCK_WORDS } from '../rules/stock.ts';
import type { ApplyContext } from './context.ts';
import type { StagedPosition } from './staged-positions.ts';
import { applyCandidates, applyClearRows, applyRows, keepNamed, newStaged, recordNamedRow } from './supplier-rows.ts';

/** The sheets of a run one after another, each read by its own mapping; a run of one sheet has just its own context. */
export class Sheets {
  #base: ApplyContext;
  readonly #signal: AbortSignal;
  readonly #begun: ApplyContext[] = [];

  constructor(base: ApplyContext, signal: AbortSignal) {
    this.#base = base;
    this.#signal = signal;
  }

  get current(): ApplyContext {
    return this.#begun.at(-1) ?? this.#base;
  }

  /** Of several sheets the title of the current one; null in a run of one. */
  get title(): string | null {
    return this.current.settings.sheets.length > 0 ? this.current.settings.sheet : null;
  }

  /** Goes on to a sheet: what waited for the end of the one before is applied. Further sheets of our own list are no news. */
  async begin(title: string): Promise<void> {
    const { settings, tally } = this.#base;
    const mapping = settings.sheets.find(({ sheet }) => isSameTitle(sheet, title));
    if (!mapping) return;
    await this.#end();
    this.#begun.push(this.#base.onSheet(mapping));
    tally.beginSheet(title);
  }

  /** Prices of the current sheet that name no currency are in this one. */
  setCurrency(headingCurrency: string): void {
    const { current } = this;
    const named = { ...current, settings: { ...current.settings, headingCurrency } };
    if (this.#begun.length === 0) this.#base = named;
    else this.#begun[this.#begun.length - 1] = named;
  }

  /** The place of the current sheet as a whole among the rows of the run. */
  get place(): number {
    return placeOf(Math.max(0, this.#begun.length - 1), 0);
  }

  /** The places of the sheets that have no column of stock. */
  withoutStock(): number[] {
    const contexts = this.#begun.length > 0 ? this.#begun : [this.#base];
    return contexts.flatMap(({ settings }, at) => (settings.columns.amount === undefined ? placeOf(at, 0) : []));
  }

  async apply(rows: readonly SheetRow[]): Promise<void> {
    const at = this.#begun.length - 1;
    const placed = at > 0 ? rows.map((row) => ({ ...row, row: placeOf(at, row.row) })) : rows;
    await applyRows(this.current, placed);
  }

  /** Applies what waited for the end of the file. */
  async finish(): Promise<void> {
    if (this.#begun.length === 0) await applySheetRows(this.#base, this.#signal);
    else await this.#end();
    const contextAt = (place: number) => this.#begun[sheetAt(place)] ?? this.#base;
    await applyMakersRows(this.#base, contextAt, this.#signal);
  }

  async #end(): Promise<void> {
    const context = this.#begun.at(-1);
    if (context) await applySheetRows(context, this.#signal);
  }
}

const BATCH_ROWS = 1_000;

/** Applies the rows that waited for the end of their sheet, whatever order they came in. */
async function applySheetRows(context: ApplyContext, signal: AbortSignal): Promise<void> {
  for await (const { goods, groups } of context.headings.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    context.tally.counts.groups += groups;
    await applyClearRows(context, goods);
  }
  for await (const rows of context.unclear.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    await applyClearRows(context, rows);
  }
  context.tally.warn(context.unclear.decisions());
}

/** Applies rows that depend on all manufacturers of the file, each in the context of its sheet (`contextAt`). */
async function applyMakersRows(
  context: ApplyContext,
  contextAt: (place: number) => ApplyContext,
  signal: AbortSignal,
): Promise<void> {
  let last = { key: '', namesMaker: false };
  for await (const candidates of context.waiting.take(BATCH_ROWS)) {
    signal.throwIfAborted();
    // The rows of one article may end in another batch; what the file says of it was seen before the first of them.
    const asked = new Map([[last.key, last.namesMaker]]);
    const namesMaker = (key: string, positions: readonly StagedPosition[]): boolean => {
      const names = asked.get(key) ?? isMakerNamed(context, key, positions);
      asked.set(key, names);
      return names;
    };
    for (const [onSheet, rows] of Map.groupBy(candidates, ({ row }) => contextAt(row)))
      await applyCandidates(onSheet, rows, namesMaker);
    const { key } = candidates.at(-1) as Candidate;
    last = { key, namesMaker: asked.get(key) ?? false };
  }
}

/** Whether a row has named a manufacturer for the article; only such rows have named these positions so far. */
const isMakerNamed = ({ unapplied }: ApplyContext, key: string, positions: readonly StagedPosition[]): boolean =>
  unapplied.has(key) || positions.some(({ manufacturer_key, row }) => manufacturer_key !== '' && row !== null);

/**
 * Applies rows of a price list that this shop made: by position id, checked against article and brand. Rows without an id
 * are new positions where new ones are wanted.
 */
export async function applyOwnRows(context: ApplyContext, rows: readonly SheetRow[], columns: OwnColumnMap) {
  const { tally } = context;
  const candidates: KnownRow[] = [];
  const added: OwnCandidate[] = [];
  for (const row of rows) {
    const reading = readOwnRow(row, columns, context.settings.addNewPositions);
    if (reading.kind === 'skipped') tally.skip(reading.warning);
    else if (reading.kind === 'failed') tally.fail(reading.errors);
    else {
      tally.warn(reading.warnings);
      if (isKnown(reading.candidate)) candidates.push(reading.candidate);
      else added.push(reading.candidate);
    }
  }
  if (candidates.length > 0) {
    const ids = [...new Set(candidates.map(({ positionId }) => positionId))];
    const held = await context.positions.stageByIds(ids);
    const byId = new Map(held.map((position) => [position.current.id, position]));
    for (const candidate of candidates) applyOwn(context, byId.get(candidate.positionId), candidate, columns);
    await keepNamed(context, held);
  }
  if (added.length > 0) await addOwnRows(context, added, columns);
}

type KnownRow = OwnCandidate & { readonly positionId: number };
const isKnown = (candidate: OwnCandidate): candidate is KnownRow => candidate.positionId !== null;

/** Rows without an id name their owner by the title of the brand and the public name of the provider. */
async function addOwnRows(context: ApplyContext, rows: readonly OwnCandidate[], columns: OwnColumnMap) {
  const { tally, brands, positions } = context;
  const brandIds = new Map([...brands].map(([id, title]) => [cleanText(title).toLowerCase(), id]));
  const byOwner = Map.groupBy(rows, ({ brand, stock }) => `${stock}\n${brand}`);
  for (const candidates of byOwner.values()) {
    const { brand, stock } = candidates[0] as OwnCandidate;
    const brandId = brandIds.get(brand.toLowerCase());
    const providerId = Number(STOCK_TITLE.exec(stock)?.[1] ?? 0);
    const isOwned = brandId !== undefined && providerId > 0 && (await positions.hasProvider(providerId));
    if (!isOwned) {
      const [column, message, text] =
        brandId === undefined
          ? ([columns.brand, NO_SUCH_BRAND, brand] as const)
          : ([columns.stock, NO_SUCH_STOCK, stock] as const);
      for (const { row } of candidates) tally.fail([createRemark(row, column ?? null, 'own-row-owner', message, text)]);
      continue;
    }
    const keys = [...new Set(candidates.map(({ key }) => key))];
    const staged = await positions.stageByKeys(keys, { providerId, brandIds: [brandId] });
    for (const candidate of candidates) {
      const { row, key, article, manufacturer, fields } = candidate;
      const makerKey = manufacturerKey(manufacturer);
      let position = staged.find(({ current }) => current.article_key === key && current.manufacturer_key === makerKey);
      if (!position) {
        position = newStaged({ today: context.today, providerId, brandId }, candidate, makerKey);
        staged.push(position);
        tally.newOwn += 1;
      }
      recordNamedRow(context, position, { row, article, fields, identity: {} });
    }
    await keepNamed(context, staged);
  }
}

const STOCK_TITLE = /^Склад № ?(\d{1,15})$/u;
const NO_SUCH_BRAND = typographed('Для новой позиции нужен бренд магазина: такого нет');
const NO_SUCH_STOCK = typographed('Для новой позиции нужен склад, записанный как у других строк: «Склад № 1»');

function applyOwn(
  context: ApplyContext,
  held: StagedPosition | undefined,
  candidate: KnownRow,
  columns: OwnColumnMap,
): void {
  const { row, positionId, key, article, brand, fields } = candidate;
  const isSameBrand = held && cleanText(context.brands.get(held.current.brand_id) ?? '') === brand;
  if (!isSameBrand || held.current.article_key !== key) {
    const lost = isSameBrand ? findLostDigits(held.current.article, article) : null;
    if (lost) context.tally.fail([createRemark(row, columns.article ?? null, lost.code, lost.message, article)]);
    else context.tally.fail([foreignPosition(row, columns, positionId)]);
    return;
  }
  if (held.stored !== null && held.row === null && held.stored.price_day < context.liveDay) {
    const message = 'Срок цены истёк, в прайсе стоит 0: строка пропущена';
    context.tally.leaveOut(createRemark(row, columns.price ?? null, 'expired', message, article));
    return;
  }
  // A list that shows no price where there is none says nothing against itself.
  if (fields.price !== undefined) context.tally.countPrice(fields.price === 0 && held.current.price !== 0);
  recordNamedRow(context, held, { row, article, fields, identity: {} });
}

function foreignPosition(row: number, columns: OwnColumnMap, positionId: number) {
  const message = 'Номер позиции не подходит к артикулу и бренду: возможно, прайс из другого магазина';
  return createRemark(row, columns.positionId ?? null, 'foreign-position', message, String(positionId));
}

export type OwnColumnMap = Readonly<Partial<Record<OwnColumnId, number>>>;

/** A row of our own price list: its id names the position, its other columns must agree with it. */
interface OwnCandidate {
  readonly row: number;
  /** Null: the row is to be a new position. */
  readonly positionId: number | null;
  readonly key: string;
  readonly article: string;
  readonly brand: string;
  readonly stock: string;
  readonly manufacturer: string;
  readonly fields: PositionFields;
}

type OwnRowReading =
  | { readonly kind: 'position'; readonly candidate: OwnCandidate; readonly warnings: readonly RowReport[] }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[] };

/** Our own prices are what they are. */
const NOTHING_STATED = { percent: null, currency: null };

/** The texts that our own price list takes back; a manufacturer is part of the identity. */
const TEXTS = OWN_COLUMNS.flatMap(({ id, name }) => {
  const read = columnsReadAs('text').find((text) => text === name);
  return read ? [{ name: read, id, max: POSITION_COLUMNS[read].imported.max }] : [];
});

function readOwnRow({ row, cells }: SheetRow, columns: OwnColumnMap, addsNew: boolean): OwnRowReading {
  const cellOf = (name: OwnColumnId) => cells.get(columns[name] ?? 0) ?? EMPTY_CELL;
  const idCell = cellOf('positionId');
  const article = cleanText(cellOf('article').text);
  const key = articleKey(article);
  if (key === '') {
    const warning = createRemark(row, columns.article ?? null, 'no-article', 'Нет артикула, строка пропущена', article);
    return { kind: 'skipped', warning };
  }
  const isNew = addsNew && idCell.kind === 'empty';
  const reading = idCell.kind === 'empty' ? null : readNumber(idCell);
  const positionId = reading?.kind === 'value' ? numberOf(reading.value) : 0;
  if (!isNew && (!Number.isSafeInteger(positionId) || positionId < 1)) {
    const message = 'Номер позиции не прочитан, ожидалось целое число из нашего прайса';
    const error = createRemark(row, columns.positionId ?? null, 'no-position-id', message, idCell.text);
    return { kind: 'failed', errors: [error] };
  }
  const errors: RowReport[] = [];
  const warnings: RowReport[] = [];
  const notes = { row, errors, warnings };
  const fields: FieldsInMaking = {};
  for (const { name, id, max } of TEXTS) {
    const cell = cellOf(id);
    if (cell.kind !== 'empty') fields[name] = cutText(cleanText(cell.text), max);
  }
  if (columns.price)
    fields.price = readPrice(cellOf('price'), columns.price, PLAIN_PRICES, NOTHING_STATED, notes).kopecks;
  if (columns.amount) fields.amount = amountOf(cellOf('amount'), columns.amount, STOCK_WORDS, notes);
  for (const name of ['delivery', 'lot'] as const) {
    const column = columns[name];
    const said = column && termOf(name, cellOf(name), column, notes);
    if (said !== undefined) fields[name] = said;
  }
  if (errors.length > 0) return { kind: 'failed', errors };
  if (isNew && !fields.title) {
    const message = typographed('Для новой позиции нужно наименование');
    const error = createRemark(row, columns.title ?? null, 'own-row-title', message, article);
    return { kind: 'failed', errors: [error] };
  }
  const textOf = (name: OwnColumnId) => cleanText(cellOf(name).text);
  const owner = { brand: textOf('brand'), stock: textOf('stock') };
  const manufacturer = cutText(textOf('manufacturer'), POSITION_COLUMNS.manufacturer.imported.max);
  const candidate = { row, positionId: isNew ? null : positionId, key, article, ...owner, manufacturer, fields };
  return { kind: 'position', candidate, warnings };
}

/** How a spreadsheet shows a long number: `1,0102E+13`. */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+(\d{1,3})$/iu;

/** What a spreadsheet made of an article when it saved a text file again. */
interface LostDigits {
  readonly code: 'zeros-lost' | 'digits-lost';
  readonly message: string;
}

/** Recognizes an article that a spreadsheet turned into a number; null for an article that is simply different. */
function findLostDigits(article: string, read: string): LostDigits | null {
  const advice = 'скачайте прайс в .xlsx, правьте и загружайте его';
  if (withoutZeros(articleKey(article)) === articleKey(read)) {
    const message = `Артикул «${article}» потерял нули в начале, когда таблицу .csv сохранили заново: ${advice}`;
    return { code: 'zeros-lost', message };
  }
  if (isRounded(article, read)) {
    const message = `Артикул «${article}» стал округлённым числом, когда таблицу .csv сохранили заново: ${advice}`;
    return { code: 'digits-lost', message };
  }
  return null;
}

const withoutZeros = (key: string): string => (/^\d+$/u.test(key) ? key.replace(/^0+(?=\d)/u, '') : key);

function isRounded(article: string, read: string): boolean {
  const [, first, rest = '', exponent] = EXPONENT.exec(read) ?? [];
  if (first === undefined || !/^\d+$/u.test(article)) return false;
  const digits = article.replace(/^0+/u, '');
  // The last digit that is shown may be rounded up.
  return digits.length === Number(exponent) + 1 && digits.startsWith((first + rest).slice(0, -1));
}
