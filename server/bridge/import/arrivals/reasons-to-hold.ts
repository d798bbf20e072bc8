import type { DryRunAnswer } from '../../../../contract/import-runs.ts';
import type { SourceLimits } from '../../../../contract/import-sources.ts';

/** What a source may do by itself when nobody has said otherwise. */
export const DEFAULT_LIMITS: SourceLimits = { failedShare: 0.05, priceFactor: 3, skippedShare: 0.3 };

type Plan = Pick<DryRunAnswer, 'counts' | 'suspicions' | 'largest' | 'rows'>;

/** Why somebody should look at an arrival before it is applied, in Russian; none when it is within the limits of its source. */
export function reasonsToHold({ counts, suspicions, largest, rows }: Plan, limits: SourceLimits): string[] {
  const reasons = suspicions.map(({ text }) => text);
  if (counts.failed > rows * limits.failedShare)
    reasons.push(
      `Строк с\u00a0ошибками ${shareOf(counts.failed, rows)}, можно\u00a0— до ${percent(limits.failedShare)}`,
    );
  if (counts.skipped > rows * limits.skippedShare)
    reasons.push(
      `Пропущено ${shareOf(counts.skipped, rows)} строк, можно\u00a0— до ${percent(limits.skippedShare)}`,
    );
  const moved = largest.find(({ priceBefore, price }) => factorOf(priceBefore, price) > limits.priceFactor);
  if (moved)
    reasons.push(
      `Цена ${moved.article} меняется с\u00a0${roubles(moved.priceBefore)} на\u00a0${roubles(moved.price)}: больше чем в\u00a0${timesOf(limits.priceFactor)}`,
    );
  return reasons;
}

/** How many times a price grows or falls; 1 where it had none or gets none, which other rules look at. */
function factorOf(before: string | null, after: string): number {
  const [was, becomes] = [Number(before ?? 0), Number(after)];
  return was > 0 && becomes > 0 ? Math.max(was / becomes, becomes / was) : 1;
}

const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;
const shareOf = (count: number, rows: number): string => percent(rows > 0 ? count / rows : 1);
const roubles = (price: string | null): string => (price ?? '').replace('.', ',');

/** «в 3 раза», «в 2,5 раза», «в 5 раз». */
function timesOf(factor: number): string {
  const rule = new Intl.PluralRules('ru').select(factor);
  const isSeveral = rule === 'few' || !Number.isInteger(factor);
  return `${String(factor).replace('.', ',')}\u00a0${isSeveral ? 'раза' : 'раз'}`;
}
