import { inTown, site } from '../site/site.ts';

/** Texts of the front page. */
export const home = {
  lead: `Склад ${inTown}, отправка по\u00a0России. Найдём деталь по\u00a0любому написанию номера.`,
  text: 'О\u00a0магазине',
  edit: 'Редактировать',
  otherWays: 'Другие способы найти и\u00a0заказать',
} as const;

/** Texts of the feed. */
export const feed = {
  title: `${site.name}: специальные предложения`,
  description: 'Новые предложения и\u00a0новости магазина.',
} as const;

/** Texts of the slider. */
export const slider = {
  heading: 'Специальное предложение',
  track: 'Слайды',
  pages: 'Страницы слайдов',
  page: (from: number, to: number, count: number) =>
    from === to ? `Слайд ${from} из ${count}` : `Слайды ${from}–${to} из ${count}`,
  back: 'Назад',
  forth: 'Вперёд',
  pause: 'Остановить смену слайдов',
  resume: 'Возобновить смену слайдов',
} as const;

/** Texts of the search form. */
export const searchForm = {
  label: 'Каталожный номер, артикул или название',
  placeholder: 'Номер или название',
  submit: 'Найти',
  examples: 'Например:',
  list: 'Поиск списком',
} as const;
