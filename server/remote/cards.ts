import { Value } from 'typebox/value';
import { AS_OF_HEADER } from '../../contract/catalogue-age.ts';
import { Card, PartAnswer } from '../../contract/parts.ts';
import { BRIDGE } from '../../contract/paths.ts';
import type { CardSource } from '../product-pages/cards.ts';

const ANSWER_WAIT_MS = 1_500;

/** The cards of a catalogue service that runs elsewhere. */
export const remoteCards =
  (bridgeUrl: string): CardSource =>
  async (address) => {
    const name = 'id' in address ? address.id : `product/${encodeURIComponent(address.alias)}`;
    const answer = await fetch(`${bridgeUrl}${BRIDGE}/card/${name}`, {
      signal: AbortSignal.timeout(ANSWER_WAIT_MS),
    });
    const asOf = answer.headers.get(AS_OF_HEADER);
    if (answer.status === 404) return { position: null, offers: [], crosses: [], asOf };
    if (!answer.ok) throw new Error(`the catalogue service answered ${answer.status}`);
    const position = Value.Parse(Card, await answer.json());
    return { position, ...(await partOf(bridgeUrl, position.partId)), asOf };
  };

/** The offers of a part and what replaces it; nothing where it is gone meanwhile. */
async function partOf(bridgeUrl: string, partId: number): Promise<Pick<PartAnswer, 'offers' | 'crosses'>> {
  const answer = await fetch(`${bridgeUrl}${BRIDGE}/parts/${partId}`, {
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
  });
  if (!answer.ok) return { offers: [], crosses: [] };
  const { offers, crosses } = Value.Parse(PartAnswer, await answer.json());
  return { offers, crosses };
}
