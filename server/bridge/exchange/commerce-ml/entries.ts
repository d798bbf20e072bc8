import type { Goods, Offer } from '../goods.ts';
import { ExchangeProblem } from '../problem.ts';
import { xmlText } from './decode.ts';
import { GOODS, goodsOf } from './goods-record.ts';
import { OFFER, offerOf, PRICE_TYPE } from './offer-record.ts';
import { textOf, xmlRecords } from './records.ts';

/** One thing that a file tells of. */
export type Entry =
  | { readonly kind: 'goods'; readonly goods: Goods }
  | { readonly kind: 'offer'; readonly offer: Offer };

const NAMES: ReadonlySet<string> = new Set([GOODS, OFFER, PRICE_TYPE]);

/**
 * Everything that a file of CommerceML 2 tells of goods and offers. `priceType` is the title of the kind of price to take,
 * empty for the first one. Throws ExchangeProblem for what is no such file.
 */
export async function* entriesOf(file: string, priceType: string): AsyncGenerator<Entry> {
  const types: { readonly id: string; readonly title: string }[] = [];
  let chosen: string | null | undefined;
  for await (const node of xmlRecords(xmlText(file), NAMES)) {
    if (node.name === PRICE_TYPE) types.push({ id: textOf(node, 'Ид'), title: textOf(node, 'Наименование') });
    else if (node.name === GOODS) {
      const goods = goodsOf(node);
      if (goods) yield { kind: 'goods', goods };
    } else {
      chosen = chosen === undefined ? chooseType(types, priceType) : chosen;
      const offer = offerOf(node, chosen);
      if (offer) yield { kind: 'offer', offer };
    }
  }
}

function chooseType(
  types: readonly { readonly id: string; readonly title: string }[],
  wanted: string,
): string | null {
  if (wanted === '' || types.length === 0) return types[0]?.id ?? null;
  const found = types.find(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  if (found) return found.id;
  const known = types.map(({ title }) => `«${title}»`).join(', ');
  throw new ExchangeProblem(`в\u00a0файле нет вида цен «${wanted}», есть: ${known}`);
}
