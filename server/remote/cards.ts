import { Value } from 'typebox/value';
import { Position } from '../../contract/bridge.ts';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import { PartAnswer } from '../../contract/parts.ts';
import { BRIDGE } from '../../contract/paths.ts';
import type { CardSource } from '../product-pages/cards.ts';
import type { FetchService } from './fetch-service.ts';

const ANSWER_WAIT_MS = 1_500;

/** The cards of a catalogue service that runs elsewhere. */
export const remoteCards =
  (bridgeUrl: string, fetchService: FetchService): CardSource =>
  async (address) => {
    const name = 'id' in address ? address.id : `product/${encodeURIComponent(address.alias)}`;
    const answer = await fetchService(`${bridgeUrl}${BRIDGE}/card/${name}`, { waitMs: ANSWER_WAIT_MS });
    const asOf = answer.headers.get(AS_OF_HEADER);
    if (answer.status === 404) return { position: null, offers: [], crosses: [], asOf };
    if (!answer.ok) throw new Error(`the catalogue service answered ${answer.status}`);
    const position = Value.Parse(Position, await answer.json());
    const part = await fetchService(`${bridgeUrl}${BRIDGE}/card/${position.id}/part`, {
      waitMs: ANSWER_WAIT_MS,
    });
    return { position, ...(await partIn(part)), asOf };
  };

/** The offers of a part and what replaces it; nothing where it is gone meanwhile. */
async function partIn(answer: Response): Promise<Pick<PartAnswer, 'offers' | 'crosses'>> {
  if (!answer.ok) return { offers: [], crosses: [] };
  const { offers, crosses } = Value.Parse(PartAnswer, await answer.json());
  return { offers, crosses };
}
