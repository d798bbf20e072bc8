import type { PictureName } from './pictures.ts';

/** A slide of the demonstration. */
export interface DemoSlide {
  readonly title: string;
  readonly message: string;
  readonly isPublic: boolean;
  readonly picture?: PictureName;
}

/** Offers of an invented shop, the oldest first: the last one stands first on the front page. */
export const DEMO_SLIDES: readonly DemoSlide[] = [
  {
    title: 'Аккумулятор в обмен на старый',
    message: `Сдайте отработавший аккумулятор на складе, и новый обойдётся **на 1\u00a0500\u00a0₽ дешевле**.

- ёмкость от\u00a055 до\u00a0190\u00a0А·ч
- проверка и установка за\u00a015\u00a0минут`,
    isPublic: true,
  },
  {
    title: 'Заявка списком',
    message: `До ста артикулов за один раз: [[catalog/list|вставьте номера из заявки]], и поиск покажет наличие и цену каждого.`,
    isPublic: true,
  },
  {
    title: 'Тормозные колодки: вторая пара за полцены',
    message: `При покупке двух комплектов на одну машину второй **вдвое дешевле**. Скидку менеджер учтёт в счёте.

[[catalog?query=колодки|Колодки в каталоге]]`,
    isPublic: true,
    picture: 'brake-disc',
  },
  {
    title: 'Новогодний график работы',
    message: `Склад открыт до\u00a030\u00a0декабря, первая отправка после праздников 9\u00a0января.

_Проверить часы выдачи перед публикацией._`,
    isPublic: false,
  },
  {
    title: 'Бесплатно до терминала',
    message: `Заказы, оплаченные до\u00a014:00, передаём перевозчику в тот же день. До терминала везём **за свой счёт**.

[[about/delivery|Условия доставки]]`,
    isPublic: true,
    picture: 'truck',
  },
  {
    title: 'Ходовая часть бульдозеров к сезону',
    message: `Опорные катки, звенья и башмаки гусениц в наличии. Комплектом на машину **на 7\u00a0% дешевле**.

[[catalog?query=каток|Катки в каталоге]]`,
    isPublic: true,
    picture: 'track',
  },
  {
    title: 'Комплект фильтров для ТО',
    message: `Масляный, топливный и воздушный фильтры одним комплектом: **на 12\u00a0% дешевле**, чем по отдельности.

[[catalog?query=фильтр|Фильтры в каталоге]]`,
    isPublic: true,
  },
];
