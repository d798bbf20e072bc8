import type { SheetRow } from '../../../sheets/read/cell.ts';
import { lostByReSaving } from '../rules/lost-digits.ts';
import { type OwnCandidate, type OwnColumnMap, readOwnRow } from '../rules/own-row.ts';
import { createRemark } from '../rules/report.ts';
import { cleanText } from '../rules/text.ts';
import type { ApplyContext } from './context.ts';
import type { Held } from './held.ts';
import { recordNamedRow } from './record-row.ts';
import { keepFresh } from './supplier-rows.ts';

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
  const held = await context.ledger.holdByIds(ids);
  const byId = new Map(held.map((position) => [position.current.id, position]));
  for (const candidate of candidates) applyOwn(context, byId.get(candidate.positionId), candidate, columns);
  await keepFresh(context, held);
}

function applyOwn(
  context: ApplyContext,
  held: Held | undefined,
  candidate: OwnCandidate,
  columns: OwnColumnMap,
): void {
  const { row, positionId, key, article, brand, fields } = candidate;
  const isSameBrand = held && cleanText(context.brandTitle(held.current.brand_id)) === brand;
  if (!isSameBrand || held.current.article_key !== key) {
    const lost = isSameBrand ? lostByReSaving(held.current.article, article) : null;
    if (lost)
      context.tally.fail([createRemark(row, columns.article ?? null, lost.code, lost.message, article)]);
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
