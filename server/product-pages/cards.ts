import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Position } from '../../contract/bridge.ts';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import type { Offer, PartCross } from '../../contract/parts.ts';
import { routeLinks } from '../../rules/routes/route-links.ts';
import type { Shell } from '../../rules/routes/routes.ts';
import type { Site } from '../http/site/site.ts';
import { codingOf, writeAnswer, writeWhole } from '../http/site/write.ts';
import { type CardAddress, cardAddress, meantAlias } from './card-address.ts';
import { createCardAnswers } from './card-answers.ts';
import type { CardPlace } from './card-values.ts';
import { inTime } from './in-time.ts';
import { type ProductShell, readShell } from './product-shell.ts';
import { sendOn } from './send-on.ts';

/** What is known of an address. */
export interface FoundCard {
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

export interface CardPages {
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

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    page: ProductShell,
    address: CardAddress,
  ) {
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
