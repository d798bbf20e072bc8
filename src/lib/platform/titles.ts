import type { AboutAlias, MAIN_PAGE } from './paths.ts';
import { site } from './site.ts';

interface PageTexts {
  readonly title: string;
  readonly description: string;
}

/** What a browser tab, a search engine and a shared link say of a page. */
export const titles = {
  home: {
    title: `${site.name}\u00a0— автозапчасти и\u00a0запасные части к\u00a0спецтехнике`,
    description: `Каталог автозапчастей и запасных частей к спецтехнике: поиск по любому написанию артикула, остатки и цены на сегодня, прайс-лист в Excel. Склад ${site.town}, доставка по России.`,
  },
  catalog: {
    title: `Каталог автозапчастей\u00a0— ${site.name}`,
    description:
      'Поиск запчастей по каталожному номеру, артикулу или названию. Наличие, производитель и цена каждой позиции.',
  },
  list: {
    title: `Поиск списком\u00a0— ${site.name}`,
    description: 'Вставьте до ста артикулов\u00a0— покажем наличие и цену каждого.',
  },
  request: {
    title: `Заявка\u00a0— ${site.name}`,
    description: 'Детали, которые вы отобрали: количество, цены на сегодня и отправка заявки менеджеру.',
  },
  card: {
    title: `Карточка товара\u00a0— ${site.name}`,
    description: 'Цена, наличие, размеры и условия заказа запасной части.',
  },
  cardMissing: {
    title: `Позиция не\u00a0найдена\u00a0— ${site.name}`,
    description: 'Такой позиции нет в каталоге.',
  },
  invitation: {
    title: `Приглашение\u00a0— ${site.name}`,
    description: 'Первый пароль для\u00a0входа по\u00a0приглашению из\u00a0письма.',
  },
  setup: {
    title: `Первый администратор\u00a0— ${site.name}`,
    description: 'Учётная запись администратора нового магазина.',
  },
  documentCheck: {
    title: `Проверка документа\u00a0— ${site.name}`,
    description: 'Совпадает ли версия документа с\u00a0той, под которой стоят решения.',
  },
  priceDownload: {
    title: `Скачать прайс-лист\u00a0— ${site.name}`,
    description: 'Прайс-лист всего каталога в формате Excel с ценами и остатками на сегодня.',
  },
  auth: {
    title: `Вход\u00a0— ${site.name}`,
    description: 'Вход для сотрудников и постоянных покупателей.',
  },
  confirm: {
    title: `Подтверждение адреса почты\u00a0— ${site.name}`,
    description: 'Подтверждение адреса электронной почты.',
  },
  forgot: { title: `Сброс пароля\u00a0— ${site.name}`, description: 'Сброс пароля по ссылке из письма.' },
  signout: { title: `Выход\u00a0— ${site.name}`, description: 'Завершение работы на этом устройстве.' },
  missing: {
    title: `Страница не\u00a0существует\u00a0— ${site.name}`,
    description: 'По этому адресу ничего нет.',
  },
} as const satisfies Record<string, PageTexts>;

export const aboutTitles: Readonly<Record<AboutAlias | typeof MAIN_PAGE, PageTexts>> = {
  company: {
    title: `О\u00a0компании\u00a0— ${site.name}`,
    description: `Чем занимается компания ${site.name}: запчасти для автомобилей и спецтехники со склада ${site.town}.`,
  },
  contact: {
    title: `Контакты\u00a0— ${site.name}`,
    description: `Телефон, электронная почта и адрес компании ${site.name}.`,
  },
  credential: {
    title: `Реквизиты\u00a0— ${site.name}`,
    description: `Реквизиты компании ${site.name} для договора и счёта.`,
  },
  delivery: {
    title: `Доставка\u00a0— ${site.name}`,
    description: `Как получить заказ: самовывоз ${site.town} и отправка транспортными компаниями.`,
  },
  garanty: {
    title: `Условия гарантии\u00a0— ${site.name}`,
    description: 'Гарантия на запасные части, порядок обмена и возврата.',
  },
  mainPage: {
    title: `Текст главной страницы\u00a0— ${site.name}`,
    description: 'Текст, который стоит на главной странице под слайдами.',
  },
};
