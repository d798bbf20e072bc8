import type { Goods } from '../goods.ts';
import { childOf, listOf, textOf, type XmlNode } from './records.ts';

/** The element that tells of goods. */
export const GOODS = 'Товар';

const REMOVED = new Set(['удален', 'удалён']);

/** Goods as a catalogue of CommerceML 2 has them; null for what has no id. */
export function goodsOf(node: XmlNode): Goods | null {
  const id = textOf(node, 'Ид');
  if (id === '') return null;
  return {
    id: goodsId(id),
    code: textOf(node, 'Код') || requisite(node, 'Код'),
    article: textOf(node, 'Артикул'),
    title: textOf(node, 'Наименование') || requisite(node, 'Полное наименование'),
    manufacturer: textOf(childOf(node, 'Изготовитель'), 'Наименование') || textOf(node, 'Производитель'),
    isRemoved: isRemoved(node),
  };
}

/** An offer of one kind of the goods has the kind's id behind the goods' own. */
export const goodsId = (id: string): string => id.split('#', 1).join();

function isRemoved(node: XmlNode): boolean {
  const status = node.attributes.Статус ?? textOf(node, 'Статус');
  return REMOVED.has(status.toLowerCase()) || textOf(node, 'ПометкаУдаления') === 'true';
}

function requisite(node: XmlNode, name: string): string {
  const found = listOf(node, 'ЗначенияРеквизитов', 'ЗначениеРеквизита').find(
    (each) => textOf(each, 'Наименование') === name,
  );
  return textOf(found, 'Значение');
}
