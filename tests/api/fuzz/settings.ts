/** Other calls with `FUZZ_SEED`, more of them with `FUZZ_CALLS`. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
export const CALLS = Number(process.env.FUZZ_CALLS ?? 10_000);

/** Throws when there are faults, with the first few and how to have them again. */
export function expectNone(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const again = `FUZZ_SEED=${SEED} FUZZ_CALLS=${CALLS}: ${faults.length} faults`;
  throw new Error([again, ...faults.slice(0, 10)].join('\n'));
}
