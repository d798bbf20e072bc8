import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteContent } from '../../../contract/operations/state.ts';
import type { Config } from '../config/config.ts';
import { askService, fetchPages, fetchSlides, rememberLastAnswer } from '../remote/content.ts';
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

/** Something that the pages are built from. */
export interface ContentSource<T> {
  /** What is public now. */
  read(): Promise<T>;
  /** Whether something else is public than when it was read last; a source that is silent says no. */
  isChanged(): Promise<boolean>;
}

/** A source over a call. Throws what the call throws. */
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

/** Company pages and slides as one content. */
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
