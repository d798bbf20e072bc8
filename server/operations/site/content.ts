// What the pages are built from, of this process or of another.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { cutEnd } from '../../../contract/fields/text.ts';
import type { PublishedPage, SiteContent } from '../../../contract/operations/state.ts';
import { ABOUT_ALIASES } from '../../../contract/pages/forms.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { PUBLIC_SLIDES_ADDRESS, publicPageAddress, publicText } from '../../../rules/pages/public.ts';
import type { FetchService } from '../../platform/http/fetch-service.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../services/services.ts';

/** What the pages are built from: the services of this process, or those that the configuration names elsewhere. */
export function contentOf(
  config: Config,
  { informator, mnote, fetchService }: Services,
  log: FastifyBaseLogger,
): ContentSource<SiteContent> {
  const kept = (name: string) => join(config.dataDir, 'site', `.${name}.json`);
  const infoService = askService(config.publicInformatorUrl || config.siteUrl, fetchService);
  const pages = informator
    ? informator.publicPages
    : rememberLastAnswer(() => fetchPages(infoService), kept('pages'), log);
  const noteService = askService(config.publicMnoteUrl || config.siteUrl, fetchService);
  const slides = mnote ? mnote.publicSlides : rememberLastAnswer(() => fetchSlides(noteService), kept('slides'), log);
  return joinContent(contentSource(pages, log), contentSource(slides, log));
}

export interface ContentSource<T> {
  read(): Promise<T>;
  /** Whether something else is public than when it was read last; a source that is silent says no. */
  isChanged(): Promise<boolean>;
}

/** Throws what the call throws. */
export function contentSource<T>(ask: () => Promise<T>, log: FastifyBaseLogger): ContentSource<T> {
  let known = '';
  return {
    async read() {
      const answer = await ask();
      known = JSON.stringify(answer);
      return answer;
    },
    isChanged: () =>
      ask().then(
        (answer) => JSON.stringify(answer) !== known,
        (error: unknown) => {
          log.warn({ err: error }, 'what the pages show cannot be read');
          return false;
        },
      ),
  };
}

const joinContent = (
  about: ContentSource<SiteContent['about']>,
  slides: ContentSource<SiteContent['slides']>,
): ContentSource<SiteContent> => ({
  async read() {
    const [pages, notes] = await Promise.all([about.read(), slides.read()]);
    return { about: pages, slides: notes };
  },
  isChanged: async () => (await Promise.all([about.isChanged(), slides.isChanged()])).includes(true),
});

interface Answered {
  readonly body: unknown;
  /** When it changed last (ISO 8601) if the service says so. */
  readonly updatedAt: string | undefined;
}

/** Asks a service for the JSON at a path; undefined when there is none (404). Throws when it does not answer. */
type Ask = (path: string) => Promise<Answered | undefined>;

const TIMEOUT_MS = 2_000;

/** Calls of a service at another address; a body comes again only when its ETag is another. */
export function askService(address: string, fetchService: FetchService): Ask {
  const known = new Map<string, { readonly etag: string; readonly answered: Answered }>();
  return async (path) => {
    const last = known.get(path);
    const answer = await fetchService(cutEnd(address, /\//) + path, {
      headers: last ? { 'If-None-Match': last.etag } : {},
      waitMs: TIMEOUT_MS,
    });
    if (answer.status === 304 && last) return last.answered;
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    const lastModified = Date.parse(answer.headers.get('last-modified') ?? '');
    const updatedAt = Number.isNaN(lastModified) ? undefined : new Date(lastModified).toISOString();
    const answered = { body: await answer.json(), updatedAt };
    const etag = answer.headers.get('etag');
    if (etag) known.set(path, { etag, answered });
    return answered;
  };
}

/** Company pages of an info service elsewhere that have a text. */
export async function fetchPages(ask: Ask): Promise<PublishedPage[]> {
  const answers = await Promise.all(ABOUT_ALIASES.map((alias) => ask(publicPageAddress(alias))));
  return answers
    .filter((answer) => answer !== undefined)
    .map(({ body, updatedAt }) => {
      const { alias, mdInfo } = body as PublishedPage;
      return { alias, mdInfo: String(mdInfo), ...(updatedAt && { updatedAt }) };
    })
    .filter(({ mdInfo }) => publicText(mdInfo) !== null);
}

/** Published ones of a notes service elsewhere, newest first. */
export async function fetchSlides(ask: Ask): Promise<Note[]> {
  const slides = await ask(PUBLIC_SLIDES_ADDRESS);
  return (slides?.body ?? []) as Note[];
}

/** A list that a service elsewhere answers; while it is silent its last answer stands, over restarts too. */
export function rememberLastAnswer<T>(
  ask: () => Promise<readonly T[]>,
  file: string,
  log: FastifyBaseLogger,
): () => Promise<readonly T[]> {
  let kept = '';
  return async () => {
    try {
      const answer = await ask();
      const text = JSON.stringify(answer);
      if (text !== kept) await write(file, text);
      kept = text;
      return answer;
    } catch (error) {
      log.warn({ err: error }, 'a service did not tell what the pages show');
      return JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as T[];
    }
  };
}

async function write(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
