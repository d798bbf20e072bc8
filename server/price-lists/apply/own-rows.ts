// Rows of the price list that this shop itself exports: what they want of the positions that they name by their ids.
import { columnsReadAs, POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { cleanText, cutText, numberOf, readNumber } from '../../catalogue/sheets/cell-values.ts';
import { LIST } from '../../platform/database/jobs.ts';
import { EMPTY_CELL, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { OWN_COLUMNS, type OwnColumnId } from '../../platform/sheets/own-columns.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { amountOf, termOf } from '../rules/cells.ts';
import { createRemark } from '../rules/form-fields.ts';
import { PLAIN_PRICES, readPrice } from '../rules/price.ts';
import { type FieldsInMaking, shiftedError, textError } from '../rules/row.ts';
import { STOCK_WORDS } from '../rules/stock.ts';
import {
  type Choosing,
  chooseTargets,
  eachOf,
  newTarget,
  type Target,
  takeWish,
  targetOf,
} from './choose-positions.ts';
import type { Tally } from './tally.ts';
import { SELECTED_WISH, type Wish, type WishRow, wishOf } from './wishes.ts';

/** Positions of one batch of what is looked at together. */
const BATCH = 1_000;

export type OwnColumnMap = Readonly<Partial<Record<OwnColumnId, number>>>;

type OwnRowReading =
  | { readonly kind: 'position'; readonly wish: Wish; readonly warnings: readonly RowReport[] }
  | { readonly kind: 'skipped'; readonly warning: RowReport }
  | { readonly kind: 'failed'; readonly errors: readonly RowReport[] };

/** The brands and providers of a shop. */
export interface Owners {
  /** Ids by clean titles in lower case; null where several have one. Of providers by the names of their warehouses. */
  readonly brandIds: ReadonlyMap<string, number | null>;
  readonly providerIds: ReadonlyMap<string, number | null>;
}

/**
 * Reads the rows of our own price list: by position id, later checked against article and brand. Rows without an id are
 * new positions where new ones are wanted.
 */
export class OwnRows {
  readonly columns: OwnColumnMap;
  readonly #owners: Owners;
  readonly #addsNew: boolean;
  readonly #tally: Tally;

  constructor(columns: OwnColumnMap, owners: Owners, addsNew: boolean, tally: Tally) {
    this.columns = columns;
    this.#owners = owners;
    this.#addsNew = addsNew;
    this.#tally = tally;
  }

  wishesOf(rows: readonly SheetRow[]): Wish[] {
    const wishes: Wish[] = [];
    for (const row of rows) {
      const reading = readOwnRow(row, this.columns, this.#owners, this.#addsNew);
      if (reading.kind === 'skipped') this.#tally.skip(reading.warning);
      else if (reading.kind === 'failed') this.#tally.fail(reading.errors);
      else {
        this.#tally.warn(reading.warnings);
        wishes.push(reading.wish);
      }
    }
    return wishes;
  }
}

/** Our own prices are what they are. */
const NOTHING_STATED = { percent: null, currency: null };

/** The texts that our own price list takes back; a manufacturer is part of the identity. */
const TEXTS = OWN_COLUMNS.flatMap(({ id, name }) => {
  const read = columnsReadAs('text').find((text) => text === name);
  return read ? [{ name: read, id, max: POSITION_COLUMNS[read].imported.max }] : [];
});

function readOwnRow(
  { row, cells }: SheetRow,
  columns: OwnColumnMap,
  { brandIds, providerIds }: Owners,
  addsNew: boolean,
): OwnRowReading {
  const shifted = shiftedError({ row, cells });
  if (shifted) return { kind: 'failed', errors: [shifted] };
  const cellOf = (name: OwnColumnId) => cells.get(columns[name] ?? 0) ?? EMPTY_CELL;
  const idCell = cellOf('positionId');
  const article = cleanText(cellOf('article').text);
  const key = articleKey(article);
  if (key === '' && idCell.kind === 'empty') {
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
    const error = textError(row, columns[id] ?? null, cell);
    if (error) errors.push(error);
    else if (cell.kind !== 'empty') fields[name] = cutText(cleanText(cell.text), max);
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
  const textOf = (name: OwnColumnId) => cleanText(cellOf(name).text);
  const brand = textOf('brand');
  const brandId = brandIds.get(brand.toLowerCase()) ?? 0;
  const said = { place: row, key, sourceKey: '', brandId, article, fields };
  if (!isNew) {
    // Our own list has no column that names a maker by itself: the field carries the brand as it says it.
    const wish = { ...said, maker: null, manufacturer: brand, providerId: null, positionId };
    return { kind: 'position', wish, warnings };
  }
  const providerId =
    providerIds.get(
      textOf('stock')
        .replace(/№(?=\d)/u, '№ ')
        .toLowerCase(),
    ) ?? 0;
  const failed = (name: OwnColumnId, code: string, message: string, text: string): OwnRowReading => ({
    kind: 'failed',
    errors: [createRemark(row, columns[name] ?? null, code, message, text)],
  });
  if (!fields.title) return failed('title', 'own-row-title', NO_TITLE, article);
  if (brandId === 0) return failed('brand', 'own-row-owner', NO_SUCH_BRAND, brand);
  if (providerId === 0) return failed('stock', 'own-row-owner', NO_SUCH_STOCK, textOf('stock'));
  const manufacturer = cutText(textOf('manufacturer'), POSITION_COLUMNS.manufacturer.imported.max);
  const wish = { ...said, maker: manufacturerKey(manufacturer), manufacturer, providerId, positionId: null };
  return { kind: 'position', wish, warnings };
}

const NO_TITLE = typographed('Для новой позиции нужно наименование');
const NO_SUCH_BRAND = typographed('Для новой позиции нужен бренд магазина: такого нет');
const NO_SUCH_STOCK = typographed('Для новой позиции нужен склад, записанный как у других строк');

/** Chooses for the rows of our own list without an id: a position of the same owner, article and maker, or a new one. */
async function chooseUnnamed(choosing: Choosing): Promise<void> {
  const { store, tally, wishes } = choosing;
  const targets = new Map<string, Target>();
  for (let last = 0; ; ) {
    const rows = await wishes.bulk.query<WishRow>(
      `SELECT ${SELECTED_WISH} FROM wishes w WHERE w.position_id IS NULL AND w.n > $1 ORDER BY w.n LIMIT ${BATCH}`,
      [last],
    );
    const all = rows.map(wishOf);
    for (const group of Map.groupBy(all, ({ providerId, brandId }) => `${providerId} ${brandId}`).values()) {
      const { providerId, brandId } = group[0] as Wish;
      const keys = [...new Set(group.map(({ key }) => key))];
      for (const stored of await store.positionsByKeys(providerId ?? 0, [brandId], keys)) {
        const { provider_id, brand_id, article_key, manufacturer_key } = stored;
        targets.getOrInsert([provider_id, brand_id, article_key, manufacturer_key].join('\n'), targetOf(stored));
      }
    }
    for (const wish of all) {
      const { providerId, brandId, key, maker } = wish;
      const name = [providerId, brandId, key, maker ?? ''].join('\n');
      const known = targets.get(name);
      if (!known) tally.newOwn += 1;
      const target = known ?? newTarget(wish);
      targets.set(name, target);
      takeWish(choosing, target, wish);
    }
    const end = all.at(-1);
    if (!end) break;
    last = end.n;
  }
  await chooseTargets(choosing, [...targets.values()]);
}

/** Chooses for the wishes of our own list: the positions that they name, where article and brand agree. */
export async function chooseOwnPositions(
  choosing: Choosing,
  columns: OwnColumnMap,
  { liveDay, brandTitle }: { readonly liveDay: number; readonly brandTitle: (id: number) => string },
): Promise<void> {
  const { connection, wishes, tally } = choosing;
  const { bulk } = wishes;
  await wishes.flush();
  await bulk.query('CREATE INDEX wishes_by_position ON wishes (position_id)');
  if (connection.dialect === 'postgres') await bulk.query('ANALYZE wishes');
  await bulk.query(
    `INSERT INTO chosen (n, id, first, single) SELECT w.n, p.id, w.n, 1 FROM wishes w
     ${eachOf(connection, 'positions p', 'p.id = w.position_id AND p.brand_id = w.brand_id')}
     ${eachOf(connection, 'article_keys k', 'k.id = p.key_id')}
     WHERE p.price_day >= $1 AND (k.key = w.key OR (w.key = '' AND p.article = ''))
       AND w.position_id NOT IN (SELECT position_id FROM wishes GROUP BY position_id HAVING count(*) > 1)`,
    [liveDay],
  );
  await bulk.query('CREATE INDEX chosen_by_n ON chosen (n)');
  await chooseUnnamed(choosing);
  for (let last = 0; ; ) {
    const ids = await bulk.query<{ position_id: number }>(
      `SELECT DISTINCT w.position_id FROM wishes w WHERE w.position_id > $1
         AND NOT EXISTS (SELECT 1 FROM chosen c WHERE c.n = w.n) ORDER BY w.position_id LIMIT ${BATCH}`,
      [last],
    );
    const named = ids.map(({ position_id }) => position_id);
    const end = named.at(-1);
    if (end === undefined) return;
    const rows = await bulk.queryList<WishRow>(
      `SELECT ${SELECTED_WISH} FROM ${LIST} ${eachOf(connection, 'wishes w', 'w.position_id = j.value')} ORDER BY w.n`,
      named,
      'bigint',
    );
    const stored = await choosing.store.positionsByIds(named);
    const targets = new Map(stored.map((position) => [position.id, targetOf(position)]));
    for (const wish of rows.map(wishOf)) {
      const target = targets.get(wish.positionId ?? 0);
      const problem = problemOf(target, wish, columns, brandTitle);
      if (problem) tally.fail([problem]);
      else if (target?.stored && target.wish === null && target.stored.price_day < liveDay) {
        const message = 'Срок цены истёк, в прайсе стоит 0: строка пропущена';
        tally.leaveOut(createRemark(wish.place, columns.price ?? null, 'expired', message, wish.article));
      } else if (target) {
        const { price } = wish.fields;
        // A list that shows no price where there is none says nothing against itself.
        if (price !== undefined) tally.countPrice(price === 0 && target.stored?.price !== 0);
        takeWish(choosing, target, wish);
      }
    }
    await chooseTargets(choosing, [...targets.values()]);
    last = end;
  }
}

/** Why a row does not mean the position that it names; null where it does. */
function problemOf(
  target: Target | undefined,
  { place, key, article, manufacturer: brand, positionId }: Wish,
  columns: OwnColumnMap,
  brandTitle: (id: number) => string,
): RowReport | null {
  const stored = target?.stored;
  const isSameBrand = stored && cleanText(brandTitle(stored.brand_id)) === brand;
  if (isSameBrand && articleKey(stored.article) === key) return null;
  const lost = isSameBrand ? findLostDigits(stored.article, article) : null;
  if (lost) return createRemark(place, columns.article ?? null, lost.code, lost.message, article);
  const message = 'Номер позиции не подходит к артикулу и бренду: возможно, прайс из другого магазина';
  return createRemark(place, columns.positionId ?? null, 'foreign-position', message, String(positionId));
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
