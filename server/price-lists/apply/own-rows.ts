import { columnsReadAs, POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/positions.ts';
import { cleanText, cutText, numberOf, readNumber } from '../../catalogue/sheets/cell-values.ts';
import { EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/cell.ts';
import { OWN_COLUMNS, type OwnColumnId } from '../../platform/sheets/own-columns.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { amountOf } from '../rules/cells.ts';
import { PLAIN_PRICES, readPrice } from '../rules/price.ts';
import { createRemark } from '../rules/remarks.ts';
import type { FieldsInMaking, PositionFields } from '../rules/row.ts';
import { STOCK_WORDS } from '../rules/stock.ts';
import { termOf } from '../rules/terms.ts';
import type { ApplyContext } from './context.ts';
import { recordNamedRow } from './record-row.ts';
import type { StagedPosition } from './staged-positions.ts';
import { keepNamed } from './supplier-rows.ts';

/** Applies rows of a price list that this shop made: by position id, checked against article and brand. */
export async function applyOwnRows(
  context: ApplyContext,
  rows: readonly SheetRow[],
  columns: OwnColumnMap,
): Promise<void> {
  const { tally } = context;
  const candidates: OwnCandidate[] = [];
  for (const row of rows) {
    const reading = readOwnRow(row, columns);
    if (reading.kind === 'skipped') tally.skip(reading.warning);
    else if (reading.kind === 'failed') tally.fail(reading.errors);
    else {
      tally.warn(reading.warnings);
      candidates.push(reading.candidate);
    }
  }
  if (candidates.length === 0) return;
  const ids = [...new Set(candidates.map(({ positionId }) => positionId))];
  const held = await context.positions.stageByIds(ids);
  const byId = new Map(held.map((position) => [position.current.id, position]));
  for (const candidate of candidates) applyOwn(context, byId.get(candidate.positionId), candidate, columns);
  await keepNamed(context, held);
}

function applyOwn(
  context: ApplyContext,
  held: StagedPosition | undefined,
  candidate: OwnCandidate,
  columns: OwnColumnMap,
): void {
  const { row, positionId, key, article, brand, fields } = candidate;
  const isSameBrand = held && cleanText(context.brandTitle(held.current.brand_id)) === brand;
  if (!isSameBrand || held.current.article_key !== key) {
    const lost = isSameBrand ? findLostDigits(held.current.article, article) : null;
    if (lost) context.tally.fail([createRemark(row, columns.article ?? null, lost.code, lost.message, article)]);
    else context.tally.fail([foreignPosition(row, columns, positionId)]);
    return;
  }
  const expired = held.stored !== null && held.row === null && held.stored.price_day < context.liveDay;
  if (expired) {
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

/** A row of our own price list; the position is told by its id, the rest must agree. */
interface OwnCandidate {
  readonly row: number;
  readonly positionId: number;
  readonly key: string;
  readonly article: string;
  readonly brand: string;
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

/** Reads a row of a file that this shop made itself. */
function readOwnRow({ row, cells }: SheetRow, columns: OwnColumnMap): OwnRowReading {
  const cellOf = (name: OwnColumnId) => cells.get(columns[name] ?? 0) ?? EMPTY_CELL;
  const idCell = cellOf('positionId');
  const article = cleanText(cellOf('article').text);
  const key = articleKey(article);
  if (key === '') {
    return {
      kind: 'skipped',
      warning: createRemark(row, columns.article ?? null, 'no-article', 'Нет артикула, строка пропущена', article),
    };
  }
  const reading = idCell.kind === 'empty' ? null : readNumber(idCell);
  const positionId = reading?.kind === 'value' ? numberOf(reading.value) : 0;
  if (!Number.isSafeInteger(positionId) || positionId < 1) {
    const message = 'Номер позиции не прочитан, ожидалось целое число из нашего прайса';
    return {
      kind: 'failed',
      errors: [createRemark(row, columns.positionId ?? null, 'no-position-id', message, idCell.text)],
    };
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
  const brand = cleanText(cellOf('brand').text);
  return { kind: 'position', candidate: { row, positionId, key, article, brand, fields }, warnings };
}

/** How a spreadsheet shows a long number: `1,0102E+13`. */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+(\d{1,3})$/iu;

/** What a spreadsheet made of an article when it saved a text file again. */
interface LostDigits {
  readonly code: 'zeros-lost' | 'digits-lost';
  readonly message: string;
}

/** Tells an article that a spreadsheet took for a number from one that is simply another; null for the latter. */
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
