import { manufacturerKey } from '../../../text/article-key.ts';
import type { SheetRow } from '../read/cell.ts';
import { matchPosition } from '../rules/match.ts';
import { createRemark } from '../rules/report.ts';
import { type Candidate, type Identity, isBlankRow, readRow } from '../rules/row.ts';
import { BLANK, type StoredPosition } from '../store/position.ts';
import type { WaitingRow } from '../store/waiting-rows.ts';
import type { ApplyContext } from './context.ts';
import { flushBatch } from './flush.ts';
import { type Held, holdNew, holdPosition } from './held.ts';
import { recordNamedRow } from './record-row.ts';

/** Applies rows of a supplier's price list to the positions of one provider and brand. */
export async function applyRows(context: ApplyContext, rows: readonly SheetRow[]): Promise<void> {
  await applyClearRows(context, await context.unclear.takeClear(rows));
}

/** The same for rows whose numbers can be read in one way only. */
export async function applyClearRows(context: ApplyContext, rows: readonly SheetRow[]): Promise<void> {
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
  const waiting: WaitingRow<Candidate>[] = [];
  for (const candidate of candidates) {
    const { key, row } = candidate;
    const isApplied = applyCandidate(context, byKey.get(key) as Held[], named.get(key) ?? null, candidate);
    if (!isApplied) waiting.push({ key, maker: makerKeyOf(candidate) ?? '', row, body: candidate });
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
    recordNamedRow(context, held, { row, article, fields: candidate.fields, identity: { article } });
    return true;
  }
  const held = match.position;
  const maker: Partial<StoredPosition> =
    manufacturer === undefined || manufacturer === ''
      ? {}
      : { manufacturer, manufacturer_key: makerKey ?? '' };
  recordNamedRow(context, held, { row, article, fields: candidate.fields, identity: { article, ...maker } });
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
