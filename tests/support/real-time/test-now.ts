const PRELOAD = `--import ${new URL('./shift.ts', import.meta.url).href}`;

/** What to put into the environment of a program that shall begin at a moment, milliseconds since the epoch. */
export const environmentAt = (moment: number) => ({ TEST_NOW: new Date(moment).toISOString(), NODE_OPTIONS: PRELOAD });

/** How far a moment is from the present, milliseconds; throws when the text names none. */
export function shiftTo(moment: string): number {
  const shift = Date.parse(moment) - Date.now();
  if (Number.isNaN(shift)) throw new Error(`TEST_NOW is not a moment such as 2028-02-29T02:00:00+05:00: ${moment}`);
  return shift;
}

/**
 * Where the environment names a TEST_NOW, lets every process that this one starts from now on begin at that moment; or,
 * `together`, the present be that moment for all of them.
 */
export function heedTestNow({ together = false } = {}): void {
  const { env } = process;
  if (!env.TEST_NOW) return;
  if (together) env.TEST_CLOCK_SHIFT ??= String(shiftTo(env.TEST_NOW));
  if (!env.NODE_OPTIONS?.includes(PRELOAD)) env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} ${PRELOAD}`;
}
