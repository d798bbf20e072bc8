import type { AboutPage } from '../../contract/about.ts';
import { ABOUT_ALIASES } from '../../contract/about-aliases.ts';
import { NOTE_PAGE_MAX } from '../../contract/limits.ts';
import type { Note } from '../../contract/mnote.ts';
import { INFORMATOR, MNOTE } from '../../contract/paths.ts';

/** Asks a service for the JSON at a path; undefined when there is none (404). Throws when it does not answer. */
type Ask = (path: string) => Promise<unknown>;

const TIMEOUT_MS = 2_000;

/** Calls of a service at another address; a body comes again only when its ETag is another. */
export function askService(address: string): Ask {
  const known = new Map<string, { readonly etag: string; readonly body: unknown }>();
  return async (path) => {
    const last = known.get(path);
    const answer = await fetch(address.replace(/\/+$/, '') + path, {
      headers: last ? { 'If-None-Match': last.etag } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 304 && last) return last.body;
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    const body = await answer.json();
    const etag = answer.headers.get('etag');
    if (etag) known.set(path, { etag, body });
    return body;
  };
}

/** Company pages of an info service elsewhere that have a text. */
export async function askPages(ask: Ask): Promise<AboutPage[]> {
  const answers = await Promise.all(ABOUT_ALIASES.map((alias) => ask(`${INFORMATOR}/about/${alias}`)));
  return answers
    .filter((answer) => answer !== undefined)
    .map((answer) => answer as AboutPage)
    .map(({ alias, mdInfo }) => ({ alias, mdInfo: String(mdInfo) }))
    .filter(({ mdInfo }) => mdInfo.trim() !== '');
}

/** Published slides of a notes service elsewhere, newest first. */
export async function askSlides(ask: Ask): Promise<Note[]> {
  const slides = (await ask(`${MNOTE}/search/note/?isPublic=1&limit=${NOTE_PAGE_MAX}`)) as Note[] | undefined;
  return slides ?? [];
}
