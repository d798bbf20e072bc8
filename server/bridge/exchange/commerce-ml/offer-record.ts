import type { Offer } from '../goods.ts';
import { positiveSum, roundedPrice } from '../numbers.ts';
import { goodsId } from './goods-record.ts';
import { childOf, listOf, textOf, type XmlNode } from './records.ts';

/** The elements that tell of offers and of the kinds of prices. */
export const OFFER = 'Предложение';
export const PRICE_TYPE = 'ТипЦены';

const ROUBLES = /^(?:руб\.?|rub|rur|643|810|₽)?$/iu;

/** An offer as a package of CommerceML 2 has it, with the price of that type, else its first one; null without an id. */
export function offerOf(node: XmlNode, priceType: string | null): Offer | null {
  const id = textOf(node, 'Ид');
  if (id === '') return null;
  return {
    id: goodsId(id),
    article: textOf(node, 'Артикул'),
    title: textOf(node, 'Наименование'),
    price: priceOf(node, priceType),
    amount: amountOf(node),
  };
}

function priceOf(node: XmlNode, priceType: string | null): string | null {
  if (!childOf(node, 'Цены')) return null;
  const prices = listOf(node, 'Цены', 'Цена');
  const wanted =
    priceType === null ? prices[0] : prices.find((each) => textOf(each, 'ИдТипаЦены') === priceType);
  if (!wanted) return '';
  const price = roundedPrice(textOf(wanted, 'ЦенаЗаЕдиницу'));
  const currency = textOf(wanted, 'Валюта');
  return ROUBLES.test(currency) ? price : `${price} ${currency}`;
}

/** Stock of all warehouses together; one that is below zero does not count. */
function amountOf(node: XmlNode): number | null {
  const stores = node.children.filter(({ name }) => name === 'Склад');
  if (stores.length > 0)
    return positiveSum(stores.map(({ attributes }) => attributes.КоличествоНаСкладе ?? ''));
  const rests = listOf(node, 'Остатки', 'Остаток').flatMap((rest) => {
    const inStores = rest.children.filter(({ name }) => name === 'Склад');
    return inStores.length > 0 ? inStores : [rest];
  });
  if (rests.length > 0) return positiveSum(rests.map((rest) => textOf(rest, 'Количество')));
  const whole = textOf(node, 'Количество');
  return whole === '' ? null : positiveSum([whole]);
}
