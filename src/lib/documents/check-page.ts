import type { DocumentCheck } from '../../../contract/documents/public.ts';
import { isVersionHash } from '../../../rules/documents/check.ts';
import { openInformator } from '../platform/http-client.ts';
import { matchTexts, checkTexts as texts } from './check-texts.ts';

/** The version that an address names; null where it names none. */
export function versionInAddress(search: string): { readonly document: number; readonly hash: string } | null {
  const query = new URLSearchParams(search);
  const document = Number(query.get('document'));
  const hash = (query.get('hash') ?? '').trim().toLowerCase();
  return Number.isSafeInteger(document) && document > 0 && isVersionHash(hash) ? { document, hash } : null;
}

/** Asks about the version in the address and shows the answer in the page; nothing is shown of an address without one. */
export async function showCheck(page: HTMLElement): Promise<void> {
  const asked = versionInAddress(location.search);
  const part = (name: string) => page.querySelector<HTMLElement>(`[data-check="${name}"]`) as HTMLElement;
  const say = (outcome: string, heading: string, text: string) => {
    page.dataset.outcome = outcome;
    part('heading').textContent = heading;
    part('text').textContent = text;
  };
  part('retry').hidden = true;
  part('version').hidden = asked === null;
  if (!asked) return say('none', texts.heading, texts.noAddress);
  part('hash').textContent = asked.hash;
  say('checking', texts.heading, texts.checking);
  try {
    const found = await openInformator.get(`docflow/check/${asked.document}/${asked.hash}`).json<DocumentCheck>();
    const { outcome, heading, text } = found.matches ? matchTexts(found) : texts.noMatch;
    say(outcome, heading, text);
  } catch {
    say('failed', texts.heading, texts.failed);
    part('retry').hidden = false;
  }
}
