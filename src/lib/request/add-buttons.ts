import { adding } from './add-texts.ts';
import { basket } from './basket.ts';

/** How long the page says what became of it, ms. */
const SAID_FOR = 8_000;

let isSaying: ReturnType<typeof setTimeout> | undefined;

/** Marks what lies in the request on the links that put it there. */
function mark(): void {
  const lying = new Set(basket.lying().map(({ id }) => String(id)));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-add-request]'))
    link.toggleAttribute('data-in', lying.has(link.dataset.addRequest ?? ''));
}

/** Keeps the count in the header and the marks on links up to date, on those that come later too. */
export function showRequest(): void {
  const count = document.querySelector<HTMLElement>('[data-request-count]');
  basket.$kept.subscribe(() => {
    const { length } = basket.lying();
    if (count) count.textContent = length === 0 ? '' : String(length);
    mark();
  });
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
}

/** Puts the offer of a link into the request; where it lies there already the request is opened. */
export function press(link: HTMLAnchorElement): void {
  const { addRequest, article = '', title = '', price } = link.dataset;
  const id = Number(addRequest);
  if (basket.lying().some((offer) => offer.id === id)) {
    location.assign(link.pathname);
    return;
  }
  const putting = basket.put({ id, article, title, price: price || null });
  say(adding.done[putting], putting !== 'added');
}

function say(text: string, isBad: boolean): void {
  const said = document.querySelector<HTMLElement>('[data-request-said]');
  if (!said) return;
  clearTimeout(isSaying);
  said.textContent = text;
  said.classList.toggle('visually-hidden', !isBad);
  isSaying = setTimeout(() => {
    said.textContent = '';
  }, SAID_FOR);
}
