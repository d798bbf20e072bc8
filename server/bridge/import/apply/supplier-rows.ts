import { manufacturerKey } from '../../../text/article-key.ts';
import type { SheetRow } from '../read/cell.ts';
import { matchPosition } from '../rules/match.ts';
import { createRemark } from '../rules/report.ts';
import { type Candidate, type Identity, isBlankRow, type PositionFields, readRow } from '../rules/row.ts';
import type { ImportSettings } from '../settings.ts';
import { BLANK, type StoredPosition } from '../store/position.ts';
import type { WaitingRow, WaitingRows } from '../store/waiting-rows.ts';
import { type FlushContext, flushBatch } from './flush.ts';
import { type Held, holdNew, holdPosition, outcomeOf, setHeldPosition } from './held.ts';
import type { Tally } from './tally.ts';

/** What applying rows needs to know beyond the tables. */
export interface ApplyContext extends FlushContext {
  readonly settings: ImportSettings;
  readonly tally: Tally;
  /** Today in the shop's time zone, days since the epoch. */
  readonly today: number;
  /** First price day that still counts. */
  readonly liveDay: number;
  /** Rows that wait for the end of the file. */
  readonly waiting: WaitingRows;
  /** Article keys for which a row named a manufacturer without changing a position. */
  readonly unapplied: Set<string>;
  /** Sheet row that last named a position, by position id. */
  readonly named: Map<number, number>;
  /** An expired price was confirmed: visitors see it again, though nothing in it has changed. */
  revived: boolean;
}

/** Applies rows of a supplier's price list to the positions of one provider and brand. */
export async function applyRows(context: ApplyContext, rows: readonly SheetRow[]): Promise<void> {
  const { settings, tally } = context;
  const candidates: Candidate[] = [];
  for (const row of rows) {
    if (isBlankRow(row)) continue;
    const reading = readRow(row, settings);
    if (reading.kind === 'group') tally.counts.groups += 1;
    else if (reading.kind === 'skipped') tally.skip(reading.warning);
    else if (reading.kind === 'failed') {
      tally.fail(reading.errors);
      if (makerKeyOf(reading.identity)) context.unapplied.add(reading.identity?.key ?? '');
    } else {
      tally.warn(reading.warnings);
      candidates.push(reading.candidate);
    }
  }
  await applyCandidates(context, candidates, null);
}

/** Whether the file names a manufacturer for an article, asked once for each article before its rows are applied. */
export type NamesMaker = (key: string, positions: readonly Held[]) => boolean;

/** Applies rows that were read; those that depend on rows to come (`namesMaker` is null then) are put by. */
export async function applyCandidates(
  context: ApplyContext,
  candidates: readonly Candidate[],
  namesMaker: NamesMaker | null,
): Promise<void> {
  if (candidates.length === 0) return;
  const byKey = await holdByKey(context, [...new Set(candidates.map(({ key }) => key))]);
  const named = new Map([...byKey].map(([key, positions]) => [key, namesMaker?.(key, positions) ?? null]));
  const waiting: WaitingRow[] = [];
  for (const candidate of candidates) {
    const { key } = candidate;
    const isApplied = applyCandidate(context, byKey.get(key) as Held[], named.get(key) ?? null, candidate);
    if (!isApplied) waiting.push({ makerKey: makerKeyOf(candidate) ?? '', candidate });
  }
  if (waiting.length > 0) await context.waiting.add(waiting);
  await flushFresh(context, [...byKey.values()].flat());
}

const makerKeyOf = (identity: Identity | undefined): string | undefined =>
  identity?.manufacturer === undefined ? undefined : manufacturerKey(identity.manufacturer);

/** Writes the positions that the batch named and remembers the rows that named them. */
export async function flushFresh(context: ApplyContext, held: readonly Held[]): Promise<void> {
  const fresh = held.filter((position) => position.fresh);
  await flushBatch(context, fresh);
  for (const { current, row } of fresh) if (row !== null) context.named.set(current.id, row);
}

/** Takes stored positions together with what this run has already done to them. */
export async function holdStored(context: ApplyContext, stored: readonly StoredPosition[]): Promise<Held[]> {
  const again = stored.map(({ id }) => id).filter((id) => context.named.has(id));
  const changes = again.length > 0 ? await context.store.changesBefore(context.runId, again) : new Map();
  return stored.map((position) =>
    holdPosition(position, context.named.get(position.id) ?? null, changes.get(position.id)),
  );
}

async function holdByKey(context: ApplyContext, keys: readonly string[]): Promise<Map<string, Held[]>> {
  const { brandId, providerId } = context.settings;
  const stored = await context.store.positionsByKeys(providerId ?? 0, brandId ?? 0, keys);
  const byKey = new Map<string, Held[]>(keys.map((key) => [key, []]));
  for (const held of await holdStored(context, stored)) byKey.get(held.current.article_key)?.push(held);
  return byKey;
}

/** Answers whether the row is done with; otherwise it waits. */
function applyCandidate(
  context: ApplyContext,
  positions: Held[],
  namesMaker: boolean | null,
  candidate: Candidate,
): boolean {
  const { settings, tally } = context;
  const { row, article, key } = candidate;
  const makerKey = makerKeyOf(candidate);
  // A dash or a full stop in the cell names nobody.
  const manufacturer = makerKey ? candidate.manufacturer : undefined;
  const match = matchPosition(positions, makerKey, { isNamed: (held) => held.row !== null, namesMaker });
  if (match.kind === 'wait') return false;
  const articleColumn = settings.columns.article ?? null;
  if (match.kind === 'ambiguous') {
    const message = 'Таких артикулов несколько, от разных производителей: укажите производителя';
    tally.fail([createRemark(row, articleColumn, 'ambiguous', message, article)]);
    return true;
  }
  if (match.kind === 'new') {
    if (!settings.addNewPositions || settings.columns.title === undefined) {
      tally.leaveOut(null);
      if (makerKey) context.unapplied.add(key);
      return true;
    }
    const held = newHeld(context, { ...candidate, manufacturer }, makerKey ?? '');
    positions.push(held);
    recordNamedRow(context, held, row, article, candidate.fields, { article });
    return true;
  }
  const held = match.position;
  const maker: Partial<StoredPosition> =
    manufacturer === undefined || manufacturer === ''
      ? {}
      : { manufacturer, manufacturer_key: makerKey ?? '' };
  recordNamedRow(context, held, row, article, candidate.fields, { article, ...maker });
  return true;
}

function newHeld(
  context: ApplyContext,
  { article, key, manufacturer = '' }: Candidate,
  makerKey: string,
): Held {
  return holdNew({
    ...BLANK,
    provider_id: context.settings.providerId ?? 0,
    brand_id: context.settings.brandId ?? 0,
    article_key: key,
    manufacturer_key: makerKey,
    article,
    manufacturer,
    price_day: context.today,
  });
}

/** A row names a position: counts it, tells of an earlier row that named the same, and sets the fields. */
export function recordNamedRow(
  context: ApplyContext,
  held: Held,
  row: number,
  article: string,
  fields: PositionFields,
  identity: Partial<StoredPosition>,
): void {
  const { tally } = context;
  const { counts } = tally;
  if (held.row !== null) {
    countRepriced(tally, held, -1);
    counts.duplicates += 1;
    // The later row wins, so the earlier one has changed nothing in the end.
    counts[outcomeOf(held)] -= 1;
    counts.unchanged += 1;
    warnOfRepeat(context, held, row, article, fields);
  }
  const before = held.current;
  const price_day = fields.price === undefined ? before.price_day : context.today;
  const live = price_day >= context.liveDay;
  const in_stock = (fields.amount ?? before.amount) > 0 && live ? 1 : 0;
  setHeldPosition(held, { ...before, ...identity, ...fields, price_day, in_stock });
  held.row = row;
  held.fresh = true;
  counts[outcomeOf(held)] += 1;
  if (fields.price !== undefined) tally.countPrice(fields.price);
  countRepriced(tally, held, 1);
  if (live && before.price_day < context.liveDay) context.revived = true;
}

const countRepriced = (tally: Tally, { original, current }: Held, by: 1 | -1): void =>
  tally.countRepriced(original?.price ?? 0, current.price, by);

function warnOfRepeat(
  { settings, tally }: ApplyContext,
  held: Held,
  row: number,
  article: string,
  fields: PositionFields,
): void {
  const { title, article: earlier } = held.current;
  const hasOtherTitle = fields.title !== undefined && fields.title !== title;
  const names =
    earlier === article && !hasOtherTitle
      ? ''
      : `: «${hasOtherTitle ? title : earlier}» и «${hasOtherTitle ? fields.title : article}»`;
  const message = `Та же позиция, что в строке ${held.row}${names}; взята строка ${row}`;
  const remark = createRemark(row, settings.columns.article ?? null, 'duplicate', message, article);
  if (names === '') tally.warn([remark]);
  else tally.warnOfClash(remark);
}
