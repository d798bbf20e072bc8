import { rmSync } from 'node:fs';

/** Removes the data folders of the browser tests. */
export default function teardown(): void {
  const places = JSON.parse(process.env.E2E_PLACES ?? '[]') as readonly { readonly data: string }[];
  for (const { data } of places) rmSync(data, { recursive: true, force: true });
}
