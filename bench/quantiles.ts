export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

/** Median and 99th percentile (nearest rank); NaN for no values. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
