// Reads what the public pages are built from (company pages and slides), from the services of this process or of
// another.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteContent } from '../../../contract/operations/state.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../services/services.ts';
import * as sources from './content-source.ts';

/** What the pages are built from: the services of this process, or those that the configuration names elsewhere. */
export function contentOf(
  config: Config,
  { informator, mnote, fetchService }: Services,
  log: FastifyBaseLogger,
): sources.ContentSource<SiteContent> {
  const kept = (name: string) => join(config.dataDir, 'site', `.${name}.json`);
  const infoService = sources.askService(config.publicInformatorUrl || config.siteUrl, fetchService);
  const pages = informator
    ? informator.publicPages
    : sources.rememberLastAnswer(() => sources.fetchPages(infoService), kept('pages'), log);
  const noteService = sources.askService(config.publicMnoteUrl || config.siteUrl, fetchService);
  const slides = mnote
    ? mnote.publicSlides
    : sources.rememberLastAnswer(() => sources.fetchSlides(noteService), kept('slides'), log);
  return joinContent(sources.contentSource(pages, log), sources.contentSource(slides, log));
}

const joinContent = (
  about: sources.ContentSource<SiteContent['about']>,
  slides: sources.ContentSource<SiteContent['slides']>,
): sources.ContentSource<SiteContent> => ({
  async read() {
    const [pages, notes] = await Promise.all([about.read(), slides.read()]);
    return { about: pages, slides: notes };
  },
  isChanged: async () => (await Promise.all([about.isChanged(), slides.isChanged()])).includes(true),
});
