/** The catalogue where another process runs its service (bridge in the API), asked over HTTP. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Value } from 'typebox/value';
import { AS_OF_HEADER, BRIDGE } from '../../../contract/api.ts';
import { PartAnswer, PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { Position } from '../../../contract/catalogue/positions.ts';
import { NOTHING_READ } from '../../../rules/catalogue/card.ts';
import { questionParameters } from '../../../rules/catalogue/question.ts';
import type { DirectorySource, PartsSource } from '../../catalogue/product-pages/browse.ts';
import type { CardSource } from '../../catalogue/product-pages/cards.ts';
import type { FetchService } from '../../platform/http/fetch-service.ts';

const ANSWER_WAIT_MS = 1_500;

const NO_PART: Pick<PartAnswer, 'offers' | 'crosses' | 'reading'> = { offers: [], crosses: [], reading: NOTHING_READ };

export const remoteCards =
  (bridgeUrl: string, fetchService: FetchService): CardSource =>
  async (address) => {
    const name = 'id' in address ? address.id : `product/${encodeURIComponent(address.alias)}`;
    const answer = await fetchService(`${bridgeUrl}${BRIDGE}/card/${name}`, { waitMs: ANSWER_WAIT_MS });
    const asOf = answer.headers.get(AS_OF_HEADER);
    if (answer.status === 404) return { position: null, ...NO_PART, asOf };
    if (!answer.ok) throw new Error(`the catalogue service answered ${answer.status}`);
    const position = Value.Parse(Position, await answer.json());
    const part = await fetchService(`${bridgeUrl}${BRIDGE}/card/${position.id}/part`, { waitMs: ANSWER_WAIT_MS });
    return { position, ...(await partIn(part)), asOf };
  };

/** The offers of a part and what replaces it; nothing where it is gone meanwhile. */
async function partIn(answer: Response): Promise<typeof NO_PART> {
  if (!answer.ok) return NO_PART;
  const { offers, crosses, reading } = Value.Parse(PartAnswer, await answer.json());
  return { offers, crosses, reading };
}

export const remoteParts =
  (bridgeUrl: string, fetchService: FetchService): PartsSource =>
  async (question, page) => {
    const asked = Object.entries(page).map(([name, value]) => [name, String(value)]);
    const parameters = new URLSearchParams([...Object.entries(questionParameters(question)), ...asked]);
    const answer = await ask(fetchService, `${bridgeUrl}${BRIDGE}/parts/?${parameters}`);
    return { answer: Value.Parse(PartsAnswer, await answer.json()), asOf: answer.headers.get(AS_OF_HEADER) };
  };

export const remoteDirectory =
  (bridgeUrl: string, fetchService: FetchService): DirectorySource =>
  async () =>
    Value.Parse(PartsDirectory, await (await ask(fetchService, `${bridgeUrl}${BRIDGE}/parts/directory`)).json());

async function ask(fetchService: FetchService, address: string): Promise<Response> {
  const answer = await fetchService(address, { waitMs: ANSWER_WAIT_MS });
  if (!answer.ok) throw new Error(`the catalogue service answered ${answer.status}`);
  return answer;
}

/** Leads from the root addresses of the feeds to the host whose catalogue service makes them. */
export const redirectFeeds =
  (bridgeUrl: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const path of ['/sitemap.xml', '/sitemap-products-:part', '/yml.xml']) {
      app.get(
        path,
        { config: { permission: 'anyone' }, schema: { tags: ['feeds'], summary: 'Made by another host' } },
        (request, reply) => reply.redirect(bridgeUrl + request.url, 302),
      );
    }
  };
