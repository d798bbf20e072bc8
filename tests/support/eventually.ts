import { vi } from 'vitest';

/** Longer than a machine busy with other work needs for one step, shorter than a test may take. */
const PATIENCE = { timeout: 45_000, interval: 20 };

/** Waits until `check` no longer throws, and answers what it returned. The default of `vi.waitFor` is a second. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, PATIENCE);
