import type { PartAnswer, PartCross } from '../../../contract/parts.ts';
import { BRIDGE } from '../../../contract/paths.ts';
import { site } from '../site/site.ts';

/** An answer that takes longer is treated as a lost connection. */
const TIMEOUT_MS = 15_000;

/**
 * What replaces the part of a position. Every card asks, so this goes without the client of the other calls, which a card that
 * came with its page does not load. Throws what fetch throws, or an error for any other answer.
 */
export async function askCrosses(positionId: number): Promise<readonly PartCross[]> {
  const address = `${site.services.bridge}${BRIDGE}/card/${positionId}/part`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`crosses: ${answer.status}`);
  return ((await answer.json()) as PartAnswer).crosses;
}
