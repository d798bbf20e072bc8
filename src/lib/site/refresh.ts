import type { AboutPage } from '../../../contract/about.ts';
import { publicPageAddress, publicText } from '../../../rules/public/public-content.ts';
import { site } from './site.ts';

const TIMEOUT_MS = 15_000;

/**
 * What a service says now, or null where there is nothing (404). The browser sends the ETag it has, so that an
 * unchanged answer costs no body. Throws when there is no answer.
 */
export async function askNow<Answer>(address: string): Promise<Answer | null> {
  const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** The text of a company page as it is now; null where it has none. */
export async function askText(alias: string): Promise<string | null> {
  const page = await askNow<AboutPage>(site.services.informator + publicPageAddress(alias));
  return page && publicText(page.mdInfo);
}

/** Shows what a service says now in place of what the page was built with, when the two differ. */
export async function refreshShown<Value>(
  place: HTMLElement,
  { ask, hash, show }: Refreshing<Value>,
): Promise<void> {
  const value = await ask();
  if (hash(value) === place.dataset.hash) return;
  await show(value);
  place.dataset.hash = hash(value);
}

export interface Refreshing<Value> {
  readonly ask: () => Promise<Value>;
  readonly hash: (value: Value) => string;
  readonly show: (value: Value) => Promise<void> | void;
}
