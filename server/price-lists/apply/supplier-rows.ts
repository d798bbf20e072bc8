// Applies rows of a supplier's price list to its positions: finds the position that a row means, adds new ones,
// settles repeated rows.
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { Repeated } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { BLANK, type StoredPosition } from '../../catalogue/context/position.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';
import { sheetNumber } from '../../platform/sheets/decimal.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { AMOUNT_MAX, createRemark } from '../rules/form-fields.ts';
import { brandOf, fillsSeveral } from '../rules/manufacturers.ts';
import { type Candidate, type Identity, isBlankRow, type PositionFields, readRow } from '../rules/row.ts';
import type { ApplyContext } from './context.ts';
import {
  matchPosition,
  type StagedPosition,
  setStagedPosition,
  stageNewPosition,
  wasRemoved,
} from './staged-positions.ts';
import type { WaitingRow } from './waiting-rows.ts';

/** Applies rows of a supplier's price list to the positions of one provider and brand. */
export async function applyRows(context: ApplyContext, rows: readonly SheetRow[]): Promise<void> {
  const goods = await context.headings.takeGoods(rows);
  await applyClearRows(context, await context.unclear.takeClear(goods));
}

/** The same for rows whose numbers can be read in one way only. */
export async function applyClearRows(context: ApplyContext, rows: readonly SheetRow[]): Promise<void> {
  const { settings, tally } = context;
  const candidates: Candidate[] = [];
  for (const row of rows) {
    if (isBlankRow(row)) continue;
    const reading = readRow(row, settings);
    if (reading.kind === 'group') tally.countGroup(reading.warning);
    else if (reading.kind === 'skipped') tally.skip(reading.warning);
    else if (reading.kind === 'left-out') {
      tally.leaveOut(reading.warning);
      recordUnapplied(context, reading.identity);
    } else if (reading.kind === 'failed') {
      tally.fail(reading.errors);
      if (reading.identity) recordUnapplied(context, reading.identity);
    } else {
      tally.warn(reading.warnings);
      candidates.push(reading.candidate);
    }
  }
  await applyCandidates(context, candidates, null);
}

/** A row that changes nothing still says of which manufacturers and articles the file knows. */
function recordUnapplied({ unapplied, mentioned, settings }: ApplyContext, identity: Identity): void {
  if (makerKeyOf(identity)) unapplied.add(identity.key);
  if (settings.missing !== 'leave') mentioned.add(identity.key);
}

/** Whether the file names a manufacturer for an article, asked once for each article before its rows are applied. */
type NamesMaker = (key: string, positions: readonly StagedPosition[]) => boolean;

/** Applies rows that were read; those that depend on rows to come (`namesMaker` is null then) are put by. */
export async function applyCandidates(
  context: ApplyContext,
  candidates: readonly Candidate[],
  namesMaker: NamesMaker | null,
): Promise<void> {
  if (candidates.length === 0) return;
  const byKey = await stageByKey(context, [...new Set(candidates.map(({ key }) => key))]);
  context.articles.add(byKey);
  const named = new Map<string, boolean>();
  if (namesMaker) for (const [key, positions] of byKey) named.set(key, namesMaker(key, positions));
  const waiting: WaitingRow<Candidate>[] = [];
  for (const candidate of candidates) {
    const { key, row } = candidate;
    const isApplied = applyCandidate(context, byKey.get(key) as StagedPosition[], named.get(key) ?? null, candidate);
    if (!isApplied) waiting.push({ key, maker: makerKeyOf(candidate) ?? '', row, body: candidate });
  }
  if (waiting.length > 0) await context.waiting.add(waiting);
  await keepNamed(context, [...byKey.values()].flat());
}

const makerKeyOf = (identity: Identity | undefined): string | undefined =>
  identity?.manufacturer === undefined ? undefined : manufacturerKey(identity.manufacturer);

export const keepNamed = ({ positions }: ApplyContext, held: readonly StagedPosition[]): Promise<void> =>
  positions.keep(held.filter((position) => position.fresh));

async function stageByKey({ positions }: ApplyContext, keys: readonly string[]) {
  const byKey = new Map<string, StagedPosition[]>(keys.map((key) => [key, []]));
  for (const held of await positions.stageByKeys(keys)) byKey.get(held.current.article_key)?.push(held);
  return byKey;
}

const NOT_NEW = typographed('Такого артикула в каталоге нет, а новые позиции не добавляются');
const NO_TITLE = typographed('Такого артикула в каталоге нет, а для новой позиции нужен столбец с наименованием');

/** Answers whether the row is done with; otherwise it waits. */
function applyCandidate(
  context: ApplyContext,
  positions: StagedPosition[],
  namesMaker: boolean | null,
  candidate: Candidate,
): boolean {
  const { settings, tally } = context;
  const { row, article, key } = candidate;
  const makerKey = makerKeyOf(candidate);
  // A dash or a full stop in the cell names no manufacturer.
  const manufacturer = makerKey ? candidate.manufacturer : undefined;
  const isNamed = (held: StagedPosition): boolean => held.row !== null;
  const brandId = brandOf(settings, makerKey);
  const ofBrand = fillsSeveral(settings) ? positions.filter(({ current }) => current.brand_id === brandId) : positions;
  const match = matchPosition(ofBrand, makerKey, { isNamed, namesMaker, isRemoved: wasRemoved });
  if (match.kind === 'wait') return false;
  const articleColumn = settings.columns.article ?? null;
  if (match.kind === 'ambiguous') {
    const message = 'Таких артикулов несколько, от разных производителей: укажите производителя';
    tally.fail([createRemark(row, articleColumn, 'ambiguous', message, article)]);
    if (settings.missing !== 'leave') context.mentioned.add(key);
    return true;
  }
  const isNew = match.kind === 'new' || wasRemoved(match.position);
  if (isNew && (!settings.addNewPositions || settings.columns.title === undefined)) {
    const message = settings.addNewPositions ? NO_TITLE : NOT_NEW;
    tally.leaveOutUnknown(createRemark(row, articleColumn, 'unknown-article', message, article));
    if (makerKey) context.unapplied.add(key);
    return true;
  }
  const { price } = candidate.fields;
  if (price !== undefined) tally.countPrice(price === 0);
  if (match.kind === 'new') {
    const owner = { today: context.today, providerId: settings.providerId ?? 0, brandId };
    const held = newStaged(owner, { ...candidate, manufacturer }, makerKey ?? '');
    positions.push(held);
    recordNamedRow(context, held, { row, article, fields: candidate.fields, identity: { article } });
    return true;
  }
  const held = match.position;
  const maker: Partial<StoredPosition> =
    manufacturer === undefined || manufacturer === '' ? {} : { manufacturer, manufacturer_key: makerKey ?? '' };
  recordNamedRow(context, held, { row, article, fields: candidate.fields, identity: { article, ...maker } });
  return true;
}

/** A position that the run is to create, whose fields are set by its row. */
export function newStaged(
  { today, providerId, brandId }: { readonly today: number; readonly providerId: number; readonly brandId: number },
  { article, key, manufacturer = '' }: Pick<Candidate, 'article' | 'key' | 'manufacturer'>,
  makerKey: string,
): StagedPosition {
  return stageNewPosition({
    ...BLANK,
    provider_id: providerId,
    brand_id: brandId,
    article_key: key,
    manufacturer_key: makerKey,
    article,
    manufacturer,
    price_day: today,
  });
}

interface NamedRow {
  readonly row: number;
  readonly article: string;
  readonly fields: PositionFields;
  /** What else of the position the row decides. */
  readonly identity: Partial<StoredPosition>;
}

/** Sets what a row says of its position and counts it; of several rows of one position the form decides. */
export function recordNamedRow(context: ApplyContext, held: StagedPosition, named: NamedRow): void {
  const { row, fields, identity } = named;
  const { tally, settings } = context;
  tally.countApplied(row);
  held.fresh = true;
  if (held.row === null) {
    setFields(context, held, { ...identity, ...fields });
    held.row = row;
    tally.countPosition(held, 1);
    return;
  }
  tally.counts.duplicates += 1;
  // All rows of a position together count as what becomes of it once, and as unchanged for the others.
  tally.counts.unchanged += 1;
  const merged = mergeRepeat(settings.repeated, held.current, fields, row > held.row);
  warnOfRepeat(context, held, named, merged?.isTaken ? row : held.row);
  if (merged === null) return;
  tally.countPosition(held, -1);
  setFields(context, held, merged.isTaken ? { ...identity, ...merged.fields } : merged.fields);
  if (merged.isTaken) held.row = row;
  tally.countPosition(held, 1);
}

function setFields(context: ApplyContext, held: StagedPosition, fields: Partial<StoredPosition>): void {
  const before = held.current;
  const price_day = fields.price === undefined ? before.price_day : context.today;
  const live = price_day >= context.liveDay;
  const in_stock = (fields.amount ?? before.amount) > 0 && live ? 1 : 0;
  const hidden = before.hidden === HIDDEN.removed ? HIDDEN.shown : before.hidden;
  setStagedPosition(held, { ...before, ...fields, price_day, in_stock, hidden });
  if (live && before.price_day < context.liveDay) context.seen.revived = true;
}

/** Reports two rows that mean one position, and which of them counts. */
function warnOfRepeat({ settings, tally }: ApplyContext, held: StagedPosition, named: NamedRow, taken: number): void {
  const { row, article, fields } = named;
  const { title, article: earlier } = held.current;
  const hasOtherTitle = fields.title !== undefined && fields.title !== title;
  const names =
    earlier === article && !hasOtherTitle
      ? ''
      : `: «${hasOtherTitle ? title : earlier}» и «${hasOtherTitle ? fields.title : article}»`;
  const message = `Та же позиция, что в строке ${tally.rowText(held.row ?? 0)}${names}; ${outcome(settings.repeated, tally.rowText(taken))}`;
  const remark = createRemark(row, settings.columns.article ?? null, 'duplicate', message, article);
  if (names === '') tally.warnOfRepeat(remark);
  else tally.warnOfClash(remark);
}

const outcome = typographed((repeated: Repeated, taken: string): string =>
  repeated === 'sum' ? `остатки сложены, цена из строки ${taken}` : `взята строка ${taken}`,
);

interface Merged {
  readonly fields: PositionFields;
  /** The row itself counts now, not only its stock. */
  readonly isTaken: boolean;
}

/**
 * What a position gets from one more row that means it; null where it stays as it is. `isLater` says whether the row
 * stands below the one that counts so far: rows that had to wait come out of turn. A row without a price is never the
 * cheapest; of two that are alike the upper one counts.
 */
function mergeRepeat(repeated: Repeated, known: StoredPosition, row: PositionFields, isLater: boolean): Merged | null {
  const { price = 0, amount = 0 } = row;
  const taken = (isTaken: boolean): Merged | null => (isTaken ? { fields: row, isTaken } : null);
  switch (repeated) {
    case 'last':
      return taken(isLater);
    case 'first':
      return taken(!isLater);
    case 'sum': {
      const sum = Math.min(AMOUNT_MAX, sheetNumber(known.amount + amount));
      return { fields: isLater ? { ...row, amount: sum } : { amount: sum }, isTaken: isLater };
    }
    case 'largest':
      return taken(amount > known.amount || (amount === known.amount && !isLater));
    case 'lowest-price':
      if (price === known.price) return taken(!isLater);
      return taken(price > 0 && (known.price === 0 || price < known.price));
  }
}
