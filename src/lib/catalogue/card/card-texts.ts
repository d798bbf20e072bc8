// Texts of the card of a product, also for the tab and for search engines.
import { typographed } from '../../../../rules/format/typography.ts';
import { inTown, site } from '../../platform/site.ts';

export const card = typographed({
  loading: 'Загружаем карточку…',
  noScript: 'Чтобы увидеть карточку товара, включите JavaScript или позвоните нам — назовём цену и наличие:',
  gone: 'Такой позиции нет в каталоге: возможно, её сняли с продажи. Попробуйте найти замену.',
  missing: 'Позиция не найдена',
  missingAsk: 'Спросите менеджера — под заказ привозим и то, чего нет в каталоге:',
  toCatalogue: 'Перейти в каталог',
  article: 'Артикул',
  copy: 'Скопировать артикул',
  copied: 'Скопировано',
  fits: 'Подходит к:',
  fitsSource: 'по названию у поставщика',
  inStock: 'В наличии:',
  perUnit: 'Цена за единицу',
  noneInStock: 'Сейчас нет ни на одном складе. Спросите менеджера — назовёт срок поставки или подберёт замену:',
  thisOne: 'эта карточка',
  pieces: 'Количество',
  columns: { stock: 'Склад', delivery: 'Срок', amount: 'Наличие', marks: 'Особенность', price: 'Цена' },
  call: 'Позвонить менеджеру',
  details: 'О детали',
  noPhoto: 'Фото появится после съёмки на складе',
  order: 'Как заказать',
  orderRequest:
    'Нажмите «В заявку» — деталь попадёт в список. Проверьте количество и отправьте его: менеджер подтвердит цену, наличие и срок. Это не оплата. ',
  orderOpen: 'Открыть заявку',
  orderCall: 'Или позвоните:',
  orderWrite: 'или напишите:',
  mailSubject: (name: string) => `Заявка: ${name}`,
  mailBody: (title: string, article: string) =>
    `Здравствуйте! Прошу выставить счёт.\n\n${title}\n${article === '' ? '' : `Артикул: ${article}\n`}Количество: `,
  delivery: 'Доставка',
  deliveryBy: 'Отправляем по России транспортными компаниями:',
  deliveryLink: 'Условия доставки',
} as const);

/** Title and description of a card for the tab and for search engines; `note` names the article, where there is one. */
export const cardTitles = typographed((title: string, article: string, note: string) => ({
  title: `${title} ${article} купить ${inTown} по низкой цене — ${site.name}`,
  description: `${title}${note}: цена, наличие и размеры. Купить в магазине автозапчастей и запчастей к спецтехнике ${site.town} по низкой цене — ${site.name}.`,
}));
