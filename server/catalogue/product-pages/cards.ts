import type { IncomingMessage, ServerResponse } from 'node:http';
import { AS_OF_HEADER } from '../../../contract/api.ts';
import type { Offer, PartCross } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { matcherOf, ROUTES, routeLinks, type Shell } from '../../../rules/routes.ts';
import { type Answer, type Coding, pageAnswerMaker } from '../../platform/built-site/answers.ts';
import type { Site } from '../../platform/built-site/site.ts';
import { codingOf, writeAnswer, writeWhole } from '../../platform/built-site/write-answer.ts';
import { type CardPlace, cardValues, type FilledCard } from './card-values.ts';
import { inTime, packed, sendOn } from './page-answer.ts';
import { type ProductShell, readShell } from './page-template.ts';

/** What is known of an address. */
interface FoundCard {
  /** Null: there is none. */
  readonly position: Position | null;
  /** All offers of its part, itself included. */
  readonly offers: readonly Offer[];
  /** What replaces the part. */
  readonly crosses: readonly PartCross[];
  /** HTTP date up to which this is right, while the catalogue is out of reach; else null. */
  readonly asOf: string | null;
}

/** Knows the position of an id, of an alias or of a former alias. Rejects when it cannot say. */
export type CardSource = (address: CardAddress) => Promise<FoundCard>;

interface CardPages {
  readonly cards: CardSource;
  readonly place: () => CardPlace;
}

/** The built file that every product page is made of. */
const SHELL_FILE: Shell = 'catalog/product.html';

/** A site without a build yet, with its product pages filled: without script they show the same card as with it. */
export function withCards(site: Site, { cards, place }: CardPages): Site {
  const answers = createCardAnswers(place);
  let shell: ProductShell | null = null;
  let served = 0;

  async function answer(request: IncomingMessage, response: ServerResponse, page: ProductShell, address: CardAddress) {
    const { position, asOf, ...part } = await inTime(find(cards, address));
    if (asOf !== null) response.setHeader(AS_OF_HEADER, asOf);
    const coding = codingOf(request);
    if (!position) writeWhole(request, response, await answers.missing(page, coding), 404);
    else if ('alias' in address && address.alias !== position.alias) sendToCard(request, response, position);
    else writeAnswer(request, response, await answers.found(page, { position, ...part }, coding));
    served += 1;
  }

  return {
    ...site,
    serve(request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const address = shell && reads ? cardAddress(path) : null;
      if (!shell || !address) return site.serve(request, response);
      answer(request, response, shell, address).catch(() => {
        // The page fills itself in the browser, or says there what is wrong.
        if (!response.headersSent) site.serve(request, response);
        else response.destroy();
      });
      return true;
    },
    replace(next) {
      const built = next.shells.get(SHELL_FILE);
      // Read before the switch: a build whose product page cannot be filled never goes live.
      const read = built === undefined ? null : readShell(built, next.origins);
      site.replace(next);
      shell = read;
    },
    get served() {
      return site.served + served;
    },
  };
}

async function find(cards: CardSource, address: CardAddress): Promise<FoundCard> {
  const found = await cards(address);
  if (found.position || !('alias' in address)) return found;
  const meant = meantAlias(address.alias);
  return meant === address.alias ? found : cards({ alias: meant });
}

/** Leads to the present address of a card, whatever follows it. */
function sendToCard(request: IncomingMessage, response: ServerResponse, { alias }: Position): void {
  const query = /\?.*$/s.exec(request.url ?? '')?.[0] ?? '';
  sendOn(response, routeLinks.product(alias) + query);
}

/** Pages kept ready; a few megabytes. */
const KEPT_MAX = 500;

interface Kept {
  readonly shell: ProductShell;
  /** What the page shows: another text is another page. */
  readonly shown: string;
  readonly answer: Answer;
}

/** Makes the pages of cards and keeps those asked for last, as long as neither the position nor the shell changes. */
function createCardAnswers(place: () => CardPlace) {
  const kept = new Map<string, Kept>();

  async function keep(key: string, shell: ProductShell, shown: string, make: () => string, coding: Coding) {
    const found = kept.get(key);
    if (found?.shell === shell && found.shown === shown) {
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    }
    const content = Buffer.from(make());
    const answer = pageAnswerMaker(content, shell.policy)(coding, await packed(coding, content));
    kept.set(key, { shell, shown, answer });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return answer;
  }

  return {
    found: (shell: ProductShell, card: FilledCard, coding: Coding): Promise<Answer> =>
      keep(
        `${coding} ${card.position.id}`,
        shell,
        JSON.stringify(card),
        () => shell.found(cardValues(card, place())),
        coding,
      ),
    missing: (shell: ProductShell, coding: Coding): Promise<Answer> =>
      keep(coding, shell, '', () => shell.missing({}), coding),
  };
}

/** What an address of a card names. */
type CardAddress = { readonly id: number } | { readonly alias: string };

/** Longer numbers are no id: those that JavaScript counts exactly end here. */
const ID_DIGITS_MAX = 15;

const matchAlias = matcherOf(ROUTES.product);
const matchId = matcherOf(ROUTES.card);

/** The card that a path, still encoded, names; null for any other and for a broken one. */
function cardAddress(path: string): CardAddress | null {
  const id = matchId(path)?.[1];
  if (id !== undefined) return id.length > ID_DIGITS_MAX ? null : { id: Number(id) };
  const alias = matchAlias(path)?.[1];
  const read = alias === undefined ? null : decoded(alias);
  return read === null || read.includes('\0') ? null : { alias: read };
}

/** How a mistyped alias was meant: in small letters, and encoded once only. */
const meantAlias = (alias: string): string => ((alias.includes('%') && decoded(alias)) || alias).toLowerCase();

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
