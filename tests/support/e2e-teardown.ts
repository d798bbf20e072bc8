import { rmSync } from 'node:fs';

/** Removes the data folder of the browser tests. */
export default function teardown(): void {
  const folder = process.env.E2E_DATA;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
