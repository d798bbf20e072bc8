// The first script of the card of a product: makes the button that copies the article work, loads the island
// (card-page.ts) only where it is needed.
import type { ShownCard } from '../../../../rules/catalogue/card.ts';
import { copyText } from '../../platform/copy-and-save.ts';
import { givenData } from '../../platform/given-data.ts';
import { $isAdmin } from '../../platform/session-store.ts';

interface CardModule {
  openCard(): void;
}

/** How long the button says that the text was copied, ms. */
const DONE_SHOWN = 2_000;

/** Brings a card to life; the island is loaded where the card did not come with the page, and for administrators. */
export function startCard(load: () => Promise<CardModule>): void {
  let opened = false;
  const open = () => {
    if (opened) return;
    opened = true;
    void load().then(({ openCard }) => openCard());
  };
  if (!readServedCard()) {
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

export const CARD_CROSSES = 'card-crosses';

export const CARD_PLACE = 'card';

export const readServedCard = () => givenData<ShownCard>();
