import { copyText } from '../browser/copy-text.ts';
import { $isAdmin } from '../frame/session-store.ts';
import { CARD_PLACE, givenCard } from './card-data.ts';

/** What draws a card that did not come with its page, and one that can be changed. */
interface CardModule {
  openCard(): void;
}

/** How long the button says that the text was copied, ms. */
const DONE_SHOWN = 2_000;

/**
 * Brings a card to life. One that came with its page is complete: visitors load no more than what copies its number.
 * Where it did not, and for administrators, who change photo and crosses, the island is loaded and takes its place.
 */
export function startCard(load: () => Promise<CardModule>): void {
  let opened = false;
  const open = () => {
    if (opened) return;
    opened = true;
    void load().then(({ openCard }) => openCard());
  };
  if (!givenCard()) {
    open();
    return;
  }
  startCopying(document.getElementById(CARD_PLACE));
  $isAdmin.subscribe((isAdmin) => isAdmin && open());
}

function startCopying(place: HTMLElement | null): void {
  const line = place?.querySelector('.card-article');
  const button = line?.querySelector('button');
  const said = line?.querySelector<HTMLElement>('[data-done]');
  if (!button || !said) return;
  const show = (done: boolean) => {
    button.classList.toggle('done', done);
    said.textContent = done ? (said.dataset.done ?? '') : '';
  };
  let timer: ReturnType<typeof setTimeout>;
  button.addEventListener('click', async () => {
    const article = line?.querySelector('.mono')?.textContent ?? '';
    if (!(await copyText(article))) return;
    show(true);
    clearTimeout(timer);
    timer = setTimeout(show, DONE_SHOWN, false);
  });
}
