// Script of the links «В заявку» in the browser: puts offers into the request, marks those that are in it, keeps the
// count in the header.
import { adding } from './add-texts.ts';
import { type BasketOffer, basket, readAmount } from './basket.ts';

/** How long the page says what became of it, ms. */
const NOTICE_MS = 8_000;

/** Two clicks that are this near are one double click. */
const DOUBLE_CLICK_MS = 600;

/** The link that put its offers in last, and when. */
let added: { readonly link: HTMLAnchorElement | null; readonly at: number } = { link: null, at: 0 };

let isSaying: ReturnType<typeof setTimeout> | undefined;

/** The field beside a link of one offer that says how many of it are wanted; null where there is none. */
const piecesOf = (link: HTMLAnchorElement): HTMLInputElement | null =>
  /^\d+$/.test(link.dataset.addRequest ?? '')
    ? (link.parentElement?.querySelector('input[data-add-pieces]') ?? null)
    : null;

function itemsOf(link: HTMLAnchorElement): LinkItem[] {
  const { addRequest = '', price = '' } = link.dataset;
  const pieces = readAmount(piecesOf(link)?.value ?? '') ?? 1;
  return linkItems(addRequest, price).map((item) => ({ ...item, amount: Math.max(item.amount, pieces) }));
}

/** Marks what lies in the request on the links that put it there. */
function mark(): void {
  const lying = basket.lying();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-add-request]'))
    link.toggleAttribute('data-in', hasAllItems(itemsOf(link), lying));
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
  document.addEventListener('input', mark);
}

/** Puts the offers of a link into the request; where they lie there already the request is opened. */
export function addOrOpen(link: HTMLAnchorElement, now = performance.now()): void {
  const { article = '', title = '' } = link.dataset;
  // The second click of a double click is none of its own.
  if (added.link === link && now - added.at < DOUBLE_CLICK_MS) return;
  const field = piecesOf(link);
  const isWrong = field !== null && readAmount(field.value) === null;
  field?.toggleAttribute('aria-invalid', isWrong);
  if (isWrong) {
    field.focus();
    say(adding.wrongAmount, true);
    return;
  }
  const items = itemsOf(link);
  if (hasAllItems(items, basket.lying())) {
    location.assign(link.pathname);
    return;
  }
  added = { link, at: now };
  const putting = basket.putAll(items.map((item) => ({ ...item, article, title })));
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
  }, NOTICE_MS);
}

/** An offer as a link «В заявку» names it. */
type LinkItem = Pick<BasketOffer, 'id' | 'amount' | 'price'>;

/** `7`, or `7-2,15-1` with amounts; `prices` in the same order, two decimals, '' where none was seen. */
export function linkItems(named: string, prices: string): LinkItem[] {
  const seen = prices.split(',');
  return named.split(',').map((item, at) => {
    const [id, amount = 1] = item.split('-').map(Number);
    return { id: id ?? 0, amount, price: seen[at] || null };
  });
}

/** Whether all offers of a link lie in the request already, at least as many of each. */
export const hasAllItems = (items: readonly LinkItem[], lying: readonly BasketOffer[]): boolean =>
  items.every(({ id, amount }) => lying.some((offer) => offer.id === id && offer.amount >= amount));
