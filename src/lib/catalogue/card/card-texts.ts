import { inTown, site } from '../../platform/site.ts';

/** Texts of the product card. */
export const card = {
  loading: 'Загружаем карточку…',
  noScript: 'Чтобы увидеть карточку товара, включите JavaScript или позвоните нам\u00a0— назовём цену и\u00a0наличие:',
  gone: 'Такой позиции нет в\u00a0каталоге: возможно, её сняли с\u00a0продажи. Попробуйте найти замену.',
  missing: 'Позиция не\u00a0найдена',
  missingAsk: 'Спросите менеджера\u00a0— под\u00a0заказ привозим и\u00a0то, чего нет в\u00a0каталоге:',
  toCatalogue: 'Перейти в\u00a0каталог',
  article: 'Артикул',
  copy: 'Скопировать артикул',
  copied: 'Скопировано',
  inStock: 'В\u00a0наличии:',
  perUnit: 'Цена за\u00a0единицу',
  noneInStock:
    'Сейчас нет ни\u00a0на\u00a0одном складе. Спросите менеджера\u00a0— назовёт срок поставки или подберёт замену:',
  thisOne: 'эта карточка',
  priceOn: 'цена на',
  call: 'Позвонить менеджеру',
  details: 'О\u00a0детали',
  noPhoto: 'Фото появится после съёмки на\u00a0складе',
  order: 'Как сделать заказ',
  orderCall: 'Позвоните менеджеру:',
  orderWrite: 'или отправьте заявку на\u00a0почту:',
  orderHint: 'Назовите артикул и\u00a0количество\u00a0— менеджер подтвердит цену и\u00a0срок.',
  mailSubject: (article: string) => `Заявка: ${article}`,
  mailBody: (title: string, article: string) =>
    `Здравствуйте! Прошу выставить счёт.\n\n${title}\nАртикул: ${article}\nКоличество: `,
  delivery: 'Доставка',
  deliveryBy: 'Отправляем по\u00a0России транспортными компаниями:',
  deliveryLink: 'Условия доставки',
} as const;

/** Title and description of a card for the tab and for search engines. */
export const cardTitles = (title: string, article: string) => ({
  title: `${title} ${article} купить ${inTown} по\u00a0низкой цене\u00a0— ${site.name}`,
  description: `${title}, артикул ${article}: цена, наличие и размеры. Купить в магазине автозапчастей и запчастей к спецтехнике ${site.town} по низкой цене — ${site.name}.`,
});
