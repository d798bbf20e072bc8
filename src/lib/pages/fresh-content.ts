// Reads company texts and slides in the browser and replaces what the page was built with, where that is older.
import type { AboutPage } from '../../../contract/pages/pages.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { publicPageAddress, publicText } from '../../../rules/pages/public.ts';
import { site } from '../platform/site.ts';

const TIMEOUT_MS = 15_000;

/** What a service says now, or null for 404; the browser sends its ETag. Throws when there is no answer. */
export async function fetchNow<Answer>(address: string): Promise<Answer | null> {
  const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** The text of a company page as it is now; null where it has none. */
export async function fetchPageText(alias: string): Promise<string | null> {
  const page = await fetchNow<AboutPage>(site.informatorUrl + publicPageAddress(alias));
  return page && publicText(page.mdInfo);
}

/** Shows what a service says now in place of what the page was built with, when the two differ. */
export async function refreshShown<Value>(place: HTMLElement, { ask, hash, show }: Refreshing<Value>): Promise<void> {
  const value = await ask();
  if (hash(value) === place.dataset.hash) return;
  await show(value);
  place.dataset.hash = hash(value);
}

interface Refreshing<Value> {
  readonly ask: () => Promise<Value>;
  readonly hash: (value: Value) => string;
  readonly show: (value: Value) => Promise<void> | void;
}

/** Fingerprint of a text as a page shows it; a page without text has the one of null. */
export const textHash = (text: string | null): string => hashOf(JSON.stringify(text));

export const slidesHash = (slides: readonly Note[]): string =>
  hashOf(JSON.stringify(slides.map(({ id, title, message, files }) => [id, title, message, files[0]?.fileName])));

/** A short fingerprint of a text that shows whether it has changed; not for anything that must be hard to forge (FNV-1a, 32 bits, twice). */
function hashOf(text: string): string {
  let forth = 0x811c9dc5;
  let back = 0x811c9dc5;
  for (let at = 0, end = text.length - 1; at <= end; at++) {
    forth = Math.imul(forth ^ text.charCodeAt(at), 0x01000193);
    back = Math.imul(back ^ text.charCodeAt(end - at), 0x01000193);
  }
  return [forth, back].map((half) => (half >>> 0).toString(36)).join('-');
}
