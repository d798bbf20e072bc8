import { INFORMATOR } from '../contract/api.ts';
import type { BenchServer } from './server.ts';

const PAGE = 'company';
/** Pause between two looks at the page, milliseconds. */
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Saves a text of the page about the company, made when it is not there yet. */
export async function saveText(server: BenchServer, access: string, text: string): Promise<void> {
  const call = (method: string, path: string) =>
    fetch(`${server.origin}${INFORMATOR}/about${path}`, {
      method,
      headers: { Authorization: `Bearer ${access}` },
      body: new URLSearchParams({ alias: PAGE, mdInfo: text }),
    });
  const changed = await call('PATCH', `/${PAGE}`);
  const answer = changed.status === 404 ? await call('POST', '') : changed;
  if (!answer.ok) throw new Error(`the save answered ${answer.status}: ${await answer.text()}`);
}

/** Until everybody gets it in the HTML; throws after a minute. */
export async function untilShown(server: BenchServer, text: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const { body } = await server.client.get(`/about/${PAGE}`);
    if (body.includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error('a saved text is not in the HTML after a minute');
}
