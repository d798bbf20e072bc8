// Decides which position each wish of a price list means: most by sets, an article that several rows or positions have
// by looking at all of them together.
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { Repeated } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { PositionStore } from '../../catalogue/changes/position-store.ts';
import type { StoredPosition } from '../../catalogue/context/position.ts';
import { type JobConnection, LIST } from '../../platform/database/jobs.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { createRemark, headingRemark, sheetAt } from '../rules/form-fields.ts';
import { brandsOf } from '../rules/manufacturers.ts';
import type { PositionFields } from '../rules/row.ts';
import type { ImportSettings } from '../settings/import-settings.ts';
import { matchPosition, mergeRepeat } from './match-position.ts';
import type { Tally } from './tally.ts';
import { isName, SELECTED_WISH, type StoredWish, type Wish, type Wishes, type WishRow, wishOf } from './wishes.ts';

export interface Choosing {
  readonly connection: JobConnection;
  readonly store: PositionStore;
  readonly wishes: Wishes;
  readonly settings: ImportSettings;
  readonly tally: Tally;
  /** How the row at a place was read. */
  readonly settingsAt: (place: number) => ImportSettings;
  /** Article keys for which a row named a maker without changing a position. */
  readonly unapplied: ReadonlySet<string>;
  /** Article keys of rows that were not applied: their positions are not missing from the list. */
  readonly mentioned: Set<string>;
}

/** What another table adds to the wishes, in the written order and by its index. */
export const eachOf = (
  { dialect }: JobConnection,
  table: string,
  condition: string,
  kind: '' | 'LEFT ' = '',
): string =>
  dialect === 'sqlite' && kind === '' ? `CROSS JOIN ${table} ON ${condition}` : `${kind}JOIN ${table} ON ${condition}`;

/** Keys of one batch of what is looked at together. */
const BATCH = 500;

/** By what a list names its positions: the column of the wishes, and the condition that a position `p` has the name. */
const NAMES = {
  source: { name: 'source_key', isNamed: "w.source_key <> ''", isMeant: 'p.source_key = w.source_key' },
  article: { name: 'key', isNamed: "w.source_key = ''", isMeant: 'p.key_id = k.id' },
} as const;
type NamedBy = keyof typeof NAMES;

/** Chooses for the wishes of a supplier's list. */
export async function choosePositions(choosing: Choosing): Promise<void> {
  const { connection, wishes } = choosing;
  const { bulk } = wishes;
  await wishes.flush();
  await bulk.query('CREATE INDEX wishes_by_key ON wishes (key)');
  if (connection.dialect === 'postgres') await bulk.query('ANALYZE wishes');
  const bySource = wishes.hasSourceKeys;
  if (bySource) await bulk.query('CREATE INDEX wishes_by_source_key ON wishes (source_key)');
  for (const by of bySource ? (['source', 'article'] as const) : (['article'] as const)) {
    await bulk.query('DROP TABLE IF EXISTS shared_names');
    await bulk.query('CREATE TEMPORARY TABLE shared_names (name TEXT PRIMARY KEY)');
    await chooseSingly(choosing, by);
    for await (const names of sharedNames(choosing)) await chooseTogether(choosing, by, names);
    await bulk.query('DROP TABLE shared_names');
  }
  await leaveOutUnknown(choosing);
}

/** A name of one row that one position has, or none, needs no closer look. */
async function chooseSingly({ connection, wishes, settings }: Choosing, by: NamedBy): Promise<void> {
  const { bulk, hasSourceKeys } = wishes;
  const { name, isMeant } = NAMES[by];
  // Without a condition the names alone are read, from their index.
  const isNamed = hasSourceKeys ? NAMES[by].isNamed : 'TRUE';
  const brands = brandsOf(settings).map(Number).join(', ');
  const isSameMaker = by === 'source' ? '' : '(w.maker IS NULL OR w.maker = p.manufacturer_key) AND';
  const isClear = `p.id IS NULL OR (${isSameMaker} p.hidden <> ${HIDDEN.removed})`;
  await bulk.query(
    `INSERT INTO shared_names SELECT ${name} FROM wishes w WHERE ${isNamed} GROUP BY ${name} HAVING count(*) > 1`,
  );
  await bulk.query(
    `INSERT INTO chosen (n, id, first, single) SELECT w.n, p.id, w.n, CASE WHEN ${isClear} THEN 1 END
     FROM wishes w
     ${eachOf(connection, 'article_keys k', 'k.key = w.key', 'LEFT ')}
     ${eachOf(
       connection,
       'positions p',
       `p.provider_id = $1 AND p.brand_id IN (${brands}) AND p.brand_id = w.brand_id AND ${isMeant}`,
       'LEFT ',
     )}
     WHERE ${isNamed} AND w.${name} NOT IN (SELECT name FROM shared_names)`,
    [settings.providerId],
  );
  await bulk.query('CREATE INDEX IF NOT EXISTS chosen_by_n ON chosen (n)');
  if (connection.dialect === 'postgres') await bulk.query('ANALYZE chosen');
  await bulk.query('UPDATE chosen SET single = NULL WHERE n IN (SELECT n FROM chosen GROUP BY n HAVING count(*) > 1)');
  await bulk.query(
    `INSERT INTO shared_names SELECT DISTINCT w.${name} FROM chosen c ${eachOf(connection, 'wishes w', 'w.n = c.n')}
     WHERE c.single IS NULL`,
  );
  await bulk.query('DELETE FROM chosen WHERE single IS NULL');
}

async function* sharedNames({ wishes: { bulk } }: Choosing): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await bulk.query<{ name: string }>(
      `SELECT name FROM shared_names WHERE name > $1 ORDER BY name LIMIT ${BATCH}`,
      [last],
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ name }) => name);
    last = end.name;
  }
}

/** A position while the rows of its article are looked at. */
export interface Target {
  /** Null for one that the list makes. */
  readonly stored: StoredPosition | null;
  readonly brandId: number;
  manufacturer_key: string;
  /** What the rows that mean it want together; null while none does. */
  wish: Wish | null;
  /** The wish as it stands in the table; null where several rows were put together. */
  n: number | null;
  /** The first row that means it, by the number of its wish. */
  first: number;
}

async function chooseTogether(choosing: Choosing, by: NamedBy, names: readonly string[]): Promise<void> {
  const { store, wishes, settings } = choosing;
  const { name, isNamed } = NAMES[by];
  const rows = await wishes.bulk.queryList<WishRow>(
    `SELECT ${SELECTED_WISH} FROM ${LIST} ${eachOf(choosing.connection, 'wishes w', `w.${name} = j.value`)}
     WHERE ${isNamed} ORDER BY w.n`,
    names,
    'text',
  );
  const owners = [settings.providerId ?? 0, brandsOf(settings), names] as const;
  const stored = await (by === 'source' ? store.positionsBySourceKeys(...owners) : store.positionsByKeys(...owners));
  const targets: Target[] = [];
  if (by === 'source') {
    const positions = Map.groupBy(stored, ({ source_key }) => source_key);
    for (const [key, group] of Map.groupBy(rows.map(wishOf), ({ sourceKey }) => sourceKey))
      targets.push(...chooseForSource(choosing, group, positions.get(key) ?? []));
  } else {
    const positions = Map.groupBy(stored, ({ article_key }) => article_key);
    for (const [key, group] of Map.groupBy(rows.map(wishOf), ({ key }) => key))
      targets.push(...chooseForKey(choosing, key, group, positions.get(key) ?? []));
  }
  await chooseTargets(choosing, targets);
}

/** The positions that the rows of one name of the source mean: no other position is meant by them. */
function chooseForSource(
  choosing: Choosing,
  rows: readonly StoredWish[],
  stored: readonly StoredPosition[],
): readonly Target[] {
  const targets = stored.map(targetOf);
  for (const row of rows) {
    const found = targets.find(({ brandId }) => brandId === row.brandId);
    if (isNewBy(found) && whyNotAdded(choosing, row, found?.stored)) leaveOut(choosing, row, found?.stored);
    else takePriced(choosing, found ?? addTarget(targets, row), row);
  }
  return targets;
}

/** Writes down which wishes mean these positions. */
export async function chooseTargets({ wishes }: Choosing, all: readonly Target[]): Promise<void> {
  const targets = all.filter(({ wish }) => wish !== null);
  const several = targets.filter(({ n }) => n === null);
  // The positions of wishes that were put together are chosen by new ones, which follow the others.
  const next = await wishes.add(several.flatMap(({ wish }) => wish ?? []));
  await wishes.flush();
  for (const [at, target] of several.entries()) target.n = next + at;
  await wishes.choose(
    targets.flatMap(({ n, first, stored }) => (n === null ? [] : [{ n, first, id: stored?.id ?? null }])),
  );
}

/** The positions that the rows of one article mean, each with what they want of it. */
function chooseForKey(
  choosing: Choosing,
  key: string,
  rows: readonly StoredWish[],
  stored: readonly StoredPosition[],
): Target[] {
  const targets = stored.map(targetOf);
  const namesMaker = choosing.unapplied.has(key) || rows.some(({ maker }) => (maker ?? '') !== '');
  const waiting = rows.filter((row) => !takeRow(choosing, targets, row, null));
  const inOrder = waiting.toSorted(
    (one, other) => order(one.maker ?? '', other.maker ?? '') || one.place - other.place,
  );
  for (const row of inOrder) takeRow(choosing, targets, row, namesMaker);
  return targets;
}

export const targetOf = (stored: StoredPosition): Target => ({
  stored,
  brandId: stored.brand_id,
  manufacturer_key: stored.manufacturer_key,
  wish: null,
  n: null,
  first: 0,
});

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Answers whether the row is done with; otherwise it waits for the others of its article. */
function takeRow(choosing: Choosing, targets: Target[], row: StoredWish, namesMaker: boolean | null): boolean {
  const { tally, mentioned } = choosing;
  const settings = choosing.settingsAt(row.place);
  const ofBrand = targets.filter(({ brandId }) => brandId === row.brandId);
  const match = matchPosition(ofBrand, row.maker ?? undefined, {
    isNamed: ({ wish }) => wish !== null,
    namesMaker,
    isRemoved: ({ stored }) => stored?.hidden === HIDDEN.removed,
  });
  if (match.kind === 'wait') return false;
  const articleColumn = settings.columns.article ?? null;
  if (match.kind === 'ambiguous') {
    const message = isSameMaker(ofBrand) ? SEVERAL_ALIKE : SEVERAL_MAKERS;
    tally.fail([createRemark(row.place, articleColumn, 'ambiguous', message, row.article)]);
    mentioned.add(row.key);
    return true;
  }
  const found = match.kind === 'new' ? undefined : match.position;
  if (isNewBy(found) && whyNotAdded(choosing, row, found?.stored)) leaveOut(choosing, row, found?.stored);
  else takePriced(choosing, found ?? addTarget(targets, row), row);
  return true;
}

/** Whether a row would bring what buyers do not know: an added position, or one that was removed. */
const isNewBy = (target: Target | undefined): boolean =>
  target === undefined || (target.stored?.hidden === HIDDEN.removed && target.wish === null);

function takePriced(choosing: Choosing, target: Target, row: StoredWish): void {
  const { price } = row.fields;
  if (price !== undefined) choosing.tally.countPrice(price === 0);
  takeWish(choosing, target, row);
  if (row.maker) target.manufacturer_key = row.maker;
}

const SEVERAL_MAKERS = 'Таких артикулов несколько, от разных производителей: укажите производителя';
const SEVERAL_ALIKE = typographed(
  'Позиций с таким артикулом и производителем несколько, их различает только программа учёта: строка пропущена',
);

const isSameMaker = (targets: readonly Target[]): boolean =>
  new Set(targets.map(({ manufacturer_key }) => manufacturer_key)).size === 1;

function addTarget(targets: Target[], row: StoredWish): Target {
  const target = newTarget(row);
  targets.push(target);
  return target;
}

/** A position that the list makes. */
export const newTarget = ({ brandId, maker }: StoredWish): Target => ({
  stored: null,
  brandId,
  manufacturer_key: maker ?? '',
  wish: null,
  n: null,
  first: 0,
});

/** Sets what a row wants of its position; of several rows of one position the form decides. */
export function takeWish({ settingsAt, tally }: Choosing, target: Target, row: StoredWish): void {
  const { wish, stored } = target;
  const settings = settingsAt(row.place);
  tally.countApplied(row.place);
  if (wish === null) {
    target.wish = row;
    target.n = row.n;
    target.first = row.n;
    return;
  }
  const known = { ...stored, price: stored?.price ?? 0, amount: stored?.amount ?? 0, ...wish.fields };
  const merged = mergeRepeat(settings.repeated, known, row.fields, row.place > wish.place);
  warnOfRepeat(
    tally,
    settings,
    { ...wish, title: known.title ?? '', price: wish.fields.price },
    row,
    merged?.isTaken ? row.place : wish.place,
  );
  tally.countRepeat();
  target.n = null;
  target.first = Math.min(target.first, row.n);
  if (merged === null) return;
  const fields: PositionFields = { ...wish.fields, ...merged.fields };
  if (!merged.isTaken) target.wish = { ...wish, fields };
  else {
    const { maker, manufacturer } = row.maker ? row : wish;
    // Rows of our own list name their position otherwise than by its article.
    const article = row.providerId === null && row.positionId === null ? row.article : wish.article;
    target.wish = { ...row, article, maker, manufacturer, fields };
  }
}

/** Reports two rows that mean one position, and which of them counts. */
function warnOfRepeat(
  tally: Tally,
  { columns, repeated }: ImportSettings,
  earlier: Pick<Wish, 'place' | 'article'> & { readonly title: string; readonly price?: number | undefined },
  { place, article, fields }: Wish,
  taken: number,
): void {
  const hasOtherTitle = fields.title !== undefined && fields.title !== earlier.title;
  const names =
    earlier.article === article && !hasOtherTitle
      ? ''
      : `: «${hasOtherTitle ? earlier.title : earlier.article}» и «${hasOtherTitle ? fields.title : article}»`;
  const message = `Та же позиция, что в строке ${tally.rowText(earlier.place)}${names}; ${outcome(repeated, tally.rowText(taken))}`;
  const remark = createRemark(place, columns.article ?? null, 'duplicate', message, article);
  const isRepriced = !!fields.price && !!earlier.price && fields.price !== earlier.price;
  if (isRepriced && repeated === 'last' && sheetAt(place) !== sheetAt(earlier.place))
    tally.countOtherPrice(`${article} (строки ${tally.rowText(earlier.place)} и ${tally.rowText(place)})`);
  if (names === '') tally.warnOfRepeat(remark);
  else tally.warnOfClash(remark, isOtherName(earlier.title, fields.title ?? earlier.title) ? names.slice(2) : null);
}

/** Whether two titles are more than two spellings of one. */
const isOtherName = (one: string, other: string): boolean => articleKey(one) !== articleKey(other);

const outcome = typographed((repeated: Repeated, taken: string): string =>
  repeated === 'sum' ? `остатки сложены, цена из строки ${taken}` : `взята строка ${taken}`,
);

const NOT_NEW = typographed('Такого артикула в каталоге нет, а новые позиции не добавляются');
const NO_TITLE = typographed('Такого артикула в каталоге нет, а для новой позиции нужен столбец с наименованием');
const NAMELESS = typographed('Нет наименования, а такого артикула в каталоге нет: строка пропущена');
const NOT_KNOWN = typographed('Такой позиции в каталоге нет, а новые не добавляются');
const NAMELESS_SOURCE = typographed('Такой позиции в каталоге нет, а для новой нужно наименование');

type Unadded = Pick<Wish, 'place' | 'article' | 'sourceKey' | 'isCaption'> & {
  readonly fields: Pick<PositionFields, 'title'>;
};

/** Why a row must not bring a position that buyers do not know; null where it may. `before` is one that was removed. */
function whyNotAdded(
  { settingsAt }: Choosing,
  { place, sourceKey, fields, isCaption = false }: Unadded,
  before: Pick<StoredPosition, 'title'> | null = null,
): 'unknown-article' | 'no-title' | 'caption' | null {
  const { addNewPositions, columns } = settingsAt(place);
  if (!addNewPositions || (sourceKey === '' && columns.title === undefined)) return 'unknown-article';
  if (isCaption && !before) return 'caption';
  if (isName(fields.title) || before) return null;
  return sourceKey === '' ? 'no-title' : 'unknown-article';
}

function leaveOut(choosing: Choosing, row: Unadded, before: Pick<StoredPosition, 'title'> | null = null): void {
  const { place, article, sourceKey, fields } = row;
  const { addNewPositions, columns } = choosing.settingsAt(place);
  if (sourceKey !== '') {
    const message = addNewPositions ? NAMELESS_SOURCE : NOT_KNOWN;
    choosing.tally.leaveOutUnknown(createRemark(place, null, 'unknown-article', message, fields.title ?? article));
    return;
  }
  const why = whyNotAdded(choosing, row, before);
  if (why === 'caption') choosing.tally.countGroup(headingRemark(place, article));
  else if (why === 'no-title')
    choosing.tally.skip(createRemark(place, columns.title ?? null, 'no-title', NAMELESS, article));
  else {
    const message = addNewPositions ? NO_TITLE : NOT_NEW;
    choosing.tally.leaveOutUnknown(createRemark(place, columns.article ?? null, 'unknown-article', message, article));
  }
}

/** The single wishes for positions that are not to be added. */
async function leaveOutUnknown(choosing: Choosing): Promise<void> {
  const { connection, wishes, settings } = choosing;
  const layouts = settings.sheets.length > 0 ? settings.sheets : [settings];
  const mayAdd = settings.addNewPositions && layouts.every(({ columns }) => columns.title !== undefined);
  for (let last = 0; ; ) {
    const rows = await wishes.bulk.query<WishRow>(
      `SELECT ${SELECTED_WISH} FROM chosen c ${eachOf(connection, 'wishes w', 'w.n = c.n')}
       WHERE c.n > $1 AND c.id IS NULL AND c.single = 1 ${mayAdd ? 'AND w.named = 0' : ''} ORDER BY c.n LIMIT ${BATCH}`,
      [last],
    );
    const end = rows.at(-1);
    if (!end) return;
    const unwanted = rows.map(wishOf).filter((row) => whyNotAdded(choosing, row) !== null);
    for (const row of unwanted) leaveOut(choosing, row);
    await wishes.bulk.queryList(
      `DELETE FROM chosen WHERE n IN (SELECT j.value FROM ${LIST})`,
      unwanted.map(({ n }) => n),
      'bigint',
    );
    last = end.n;
  }
}
