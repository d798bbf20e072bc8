import { afterAll, afterEach } from 'vitest';

const refused = (globalThis as { [key: symbol]: unknown })[Symbol.for('refused reads of the real time')];

/** Fails whatever ran just now if something in it read the real time, though it swallowed the error. */
function demandNone(): void {
  const [first] = (refused as Error[]).splice(0);
  if (first) throw first;
}
afterEach(demandNone);
afterAll(demandNone);
