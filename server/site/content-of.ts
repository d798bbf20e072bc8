import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteContent } from '../../contract/site.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';
import { type ContentSource, contentSource, joinContent } from './content.ts';
import { keptAnswer } from './kept-answer.ts';
import { askPages, askService, askSlides } from './remote-content.ts';

/** What the pages are built from: the services of this process, or those that the configuration names elsewhere. */
export function contentOf(
  config: Config,
  { informator, mnote, fetchService }: Services,
  log: FastifyBaseLogger,
): ContentSource<SiteContent> {
  const kept = (name: string) => join(config.dataFolder, 'site', `.${name}.json`);
  const infoService = askService(config.publicUrls.informator || config.siteUrl, fetchService);
  const pages = informator
    ? informator.publicPages
    : keptAnswer(() => askPages(infoService), kept('pages'), log);
  const noteService = askService(config.publicUrls.mnote || config.siteUrl, fetchService);
  const slides = mnote ? mnote.publicSlides : keptAnswer(() => askSlides(noteService), kept('slides'), log);
  return joinContent(contentSource(pages, log), contentSource(slides, log));
}
