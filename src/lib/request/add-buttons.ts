import { plainLink } from '../browser/plain-link.ts';
import { adding } from './add-texts.ts';
import { basket } from './basket.ts';
import { lyingOf } from './basket-store.ts';

/**
 * Brings «В заявку» to life wherever it stands, in rows that the server wrote and in those of islands alike, and counts in
 * the header. Without this script the same link opens the page of the request with the offer in it.
 */
export function startAddButtons(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-request-link]');
  const count = document.querySelector<HTMLElement>('[data-request-count]');
  const said = document.querySelector<HTMLElement>('[data-request-said]');
  let isSaying: ReturnType<typeof setTimeout> | undefined;

  basket.$kept.subscribe((kept) => {
    const lying = lyingOf(kept);
    if (count) count.textContent = lying.length === 0 ? '' : String(lying.length);
    link?.setAttribute('aria-label', adding.request + (lying.length === 0 ? '' : adding.count(lying.length)));
    for (const button of document.querySelectorAll<HTMLAnchorElement>('a[data-add-request]'))
      button.toggleAttribute(
        'data-in',
        lying.some(({ id }) => String(id) === button.dataset.addRequest),
      );
  });

  function say(text: string, isBad: boolean): void {
    if (!said) return;
    clearTimeout(isSaying);
    said.textContent = text;
    said.classList.toggle('visually-hidden', !isBad);
    isSaying = setTimeout(() => {
      said.textContent = '';
    }, SAID_FOR);
  }

  document.addEventListener('click', (event) => {
    const button = plainLink(event);
    const { addRequest, article = '', title = '', price } = button?.dataset ?? {};
    if (!button || addRequest === undefined) return;
    event.preventDefault();
    const id = Number(addRequest);
    if (basket.lying().some((offer) => offer.id === id)) {
      location.assign(button.pathname);
      return;
    }
    const putting = basket.put({ id, article, title, price: price || null });
    say(adding.done[putting], putting !== 'added');
  });
}

/** How long the page says what became of it, ms. */
const SAID_FOR = 8_000;
