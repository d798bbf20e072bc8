import type { SaidCrosses } from '../../../contract/catalogue/crosses.ts';
import type { PartAnswer, PartCross, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { TestBridge } from '../../support/bridge.ts';

/** Says a cross by hand. */
export const say = (
  shop: TestBridge,
  [article, crossArticle, way = 'both', maker = '', crossMaker = '']: readonly string[],
) => shop.call('POST', '/crosses', { json: { article, maker, crossArticle, crossMaker, way } });

const told = (crosses: readonly PartCross[]) => crosses.map(({ part, reason }) => [part.article, reason]);

/** What the card of a position says replaces it. */
export async function onCard(shop: TestBridge, positionId: number) {
  const answer = await shop.call('GET', `/card/${positionId}/part`, { as: null });
  return told((answer.json() as PartAnswer).crosses);
}

/** Articles that a search finds, and what it says replaces the article. */
export async function inSearch(shop: TestBridge, query: string, more = '') {
  const path = `/parts/?query=${encodeURIComponent(query)}${more}`;
  const answer: PartsAnswer = (await shop.call('GET', path, { as: null })).json();
  return { parts: answer.parts.map(({ article }) => article), crosses: told(answer.crosses) };
}

/** What administrators see of the part of a position. */
export const listed = async (shop: TestBridge, positionId: number): Promise<SaidCrosses> =>
  (await shop.call('GET', `/crosses?positionId=${positionId}`)).json();
