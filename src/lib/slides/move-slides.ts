// Script of the front page that moves the slides in the browser until the island of the slider is loaded.
import { SLIDE_INTERVAL_MS } from '../../../contract/limits.ts';
import { firstOfPage, lookAt, moveFirst, pageOf, pagesOf, type Sight, scrollTo, slider } from './slider-track.ts';

/** Moves the slides of the front page and shows their pages until the island does both; `movedAt`: when last, ms. */
export function moveSlides(section: HTMLElement): void {
  const track = section.querySelector<HTMLElement>('.slider-track');
  const island = section.querySelector('astro-island');
  if (!track || !island) return;
  const pages = createPages(section, (first) => go(track, first));
  const look = () => pages.show(lookAt(track));
  const sizes = new ResizeObserver(look);
  const slides = new MutationObserver(look);
  const timer = setInterval(moveOn, SLIDE_INTERVAL_MS);
  sizes.observe(track);
  slides.observe(track, { childList: true, subtree: true });
  track.addEventListener('scrollend', look, { passive: true });
  island.addEventListener('astro:hydrate', stop, { once: true });

  function moveOn() {
    if (!track || document.hidden || section.matches(':hover, :focus-within')) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { first, count, visible } = lookAt(track);
    if (count > visible) go(track, moveFirst(first, 1, count, visible));
  }

  function go(track: HTMLElement, first: number) {
    scrollTo(track, first);
    track.dataset.movedAt = String(performance.now());
    pages.show({ ...lookAt(track), first });
  }

  function stop() {
    clearInterval(timer);
    sizes.disconnect();
    slides.disconnect();
    track?.removeEventListener('scrollend', look);
    pages.remove();
  }
}

function createPages(section: HTMLElement, choose: (first: number) => void) {
  const group = document.createElement('fieldset');
  group.className = 'slider-pages before-island';
  section.append(group);

  return {
    show({ first, count, visible }: Sight) {
      const starts =
        count > visible
          ? Array.from({ length: pagesOf(count, visible) }, (_, page) => firstOfPage(page, count, visible))
          : [];
      if (group.querySelectorAll('input').length !== starts.length) {
        const legend = document.createElement('legend');
        legend.className = 'visually-hidden';
        legend.textContent = slider.pages;
        group.replaceChildren(...(starts.length > 0 ? [legend] : []), ...starts.map(() => mark()));
      }
      const current = pageOf(first, count, visible);
      group.querySelectorAll('input').forEach((input, page) => {
        const start = starts[page] ?? 0;
        input.checked = page === current;
        input.ariaLabel = slider.page(start + 1, start + visible, count);
        input.onchange = () => choose(start);
      });
    },
    remove: () => group.remove(),
  };
}

function mark(): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'radio';
  input.name = 'slider-page';
  return input;
}
