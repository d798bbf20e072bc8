// Script of the front page in the browser: keeps its text and its slides as fresh as the services have them.
import type { Note } from '../../../contract/slides/slides.ts';
import { PUBLIC_SLIDES_ADDRESS } from '../../../rules/pages/public.ts';
import { site } from '../platform/site.ts';
import { fetchNow, fetchPageText, refreshShown, slidesHash, textHash } from './fresh-content.ts';

const SLIDES = site.mnoteUrl + PUBLIC_SLIDES_ADDRESS;

/** Keeps the block of text of the front page fresh; without text it is not there. */
export function keepTextFresh(block: HTMLElement, alias: string): void {
  const show = async (text: string | null) => {
    const { frontHtml } = await import('./page-html.ts');
    block.innerHTML = frontHtml(text);
    block.hidden = text === null;
  };
  refreshShown(block, { ask: () => fetchPageText(alias), hash: textHash, show }).catch(() => {});
}

/** Keeps the slides of the front page fresh; without slides, or when they were never known, there is no slider. */
export function keepSlidesFresh(section: HTMLElement): void {
  const list = section.querySelector('.slides');
  const show = async (slides: readonly Note[]) => {
    const { slidesHtml } = await import('../slides/slide-html.ts');
    if (list) list.innerHTML = slidesHtml(slides);
    section.hidden = slides.length === 0;
  };
  const ask = async () => (await fetchNow<Note[]>(SLIDES)) ?? [];
  refreshShown(section, { ask, hash: slidesHash, show }).catch(() => {
    if (!section.dataset.hash) section.hidden = true;
  });
}
