// Why a received price list waits for a decision: what of it exceeds the limits of its source.
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import type { SourceLimits } from '../../../contract/price-lists/sources.ts';
import { formatPrice } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';

/** Limits of a source that has none of its own. */
export const DEFAULT_LIMITS: SourceLimits = { failedShare: 0.05, priceFactor: 3, skippedShare: 0.3 };

type Plan = Pick<DryRunAnswer, 'counts' | 'suspicions' | 'largest' | 'rows'>;

/** Why a received file needs a decision before it is applied, in Russian; none when it is within the limits of its source. */
export function reasonsToStage({ counts, suspicions, largest, rows }: Plan, limits: SourceLimits): string[] {
  const reasons = suspicions.map(({ text }) => text);
  if (counts.failed > rows * limits.failedShare)
    reasons.push(
      typographed(`Строк с ошибками ${shareOf(counts.failed, rows)}, можно — до ${percent(limits.failedShare)}`),
    );
  if (counts.skipped > rows * limits.skippedShare)
    reasons.push(
      typographed(`Пропущено ${shareOf(counts.skipped, rows)} строк, можно — до ${percent(limits.skippedShare)}`),
    );
  const moved = largest.find(({ priceBefore, price }) => factorOf(priceBefore, price) > limits.priceFactor);
  if (moved)
    reasons.push(
      typographed(
        `Цена ${moved.article} меняется с ${roubles(moved.priceBefore)} на ${roubles(moved.price)}: больше чем в ${timesOf(limits.priceFactor)}`,
      ),
    );
  return reasons;
}

/** How many times a price grows or falls; 1 where it had none or gets none, which other rules look at. */
function factorOf(before: string | null, after: string): number {
  const [was, becomes] = [Number(before ?? 0), Number(after)];
  return was > 0 && becomes > 0 ? Math.max(was / becomes, becomes / was) : 1;
}

const percent = typographed((share: number): string => `${Math.round(share * 100)} %`);
const shareOf = (count: number, rows: number): string => percent(rows > 0 ? count / rows : 1);
const roubles = (price: string | null): string => formatPrice(price) ?? '';

/** «в 3 раза», «в 2,5 раза», «в 5 раз». */
function timesOf(factor: number): string {
  const rule = new Intl.PluralRules('ru').select(factor);
  const isSeveral = rule === 'few' || !Number.isInteger(factor);
  return typographed(`${String(factor).replace('.', ',')} ${isSeveral ? 'раза' : 'раз'}`);
}
