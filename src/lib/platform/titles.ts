// Titles and descriptions of the public pages, for tabs, search engines and shared links. The page of
// results has its own in catalogue/catalogue-texts.ts, a product card in catalogue/card/card-texts.ts.
import { typographed } from '../../../rules/format/typography.ts';
import type { AboutAlias, MAIN_PAGE } from './paths.ts';
import { site } from './site.ts';

interface PageTexts {
  readonly title: string;
  readonly description: string;
}

export const titles = typographed({
  home: {
    title: `${site.name} — автозапчасти и запасные части к спецтехнике`,
    description: `Каталог автозапчастей и запасных частей к спецтехнике: поиск по любому написанию артикула, остатки и цены на сегодня, прайс в Excel. Склад ${site.town}, доставка по России.`,
  },
  list: {
    title: `Поиск списком — ${site.name}`,
    description: 'Вставьте до ста артикулов — покажем наличие и цену каждого.',
  },
  request: {
    title: `Заявка — ${site.name}`,
    description: 'Детали, которые вы отобрали: количество, цены на сегодня и отправка заявки менеджеру.',
  },
  card: {
    title: `Карточка товара — ${site.name}`,
    description: 'Цена, наличие, размеры и условия заказа запасной части.',
  },
  cardMissing: { title: `Позиция не найдена — ${site.name}`, description: 'Такой позиции нет в каталоге.' },
  invitation: { title: `Приглашение — ${site.name}`, description: 'Первый пароль для входа по приглашению из письма.' },
  setup: {
    title: `Первый администратор — ${site.name}`,
    description: 'Учётная запись администратора нового магазина.',
  },
  documentCheck: {
    title: `Проверка документа — ${site.name}`,
    description: 'Совпадает ли версия документа с той, под которой стоят решения.',
  },
  priceDownload: {
    title: `Скачать прайс — ${site.name}`,
    description: 'Прайс всего каталога в формате Excel с ценами и остатками на сегодня.',
  },
  auth: { title: `Вход — ${site.name}`, description: 'Вход для сотрудников и постоянных покупателей.' },
  confirm: {
    title: `Подтверждение адреса почты — ${site.name}`,
    description: 'Подтверждение адреса электронной почты.',
  },
  forgot: { title: `Сброс пароля — ${site.name}`, description: 'Сброс пароля по ссылке из письма.' },
  signout: { title: `Выход — ${site.name}`, description: 'Завершение работы на этом устройстве.' },
  missing: { title: `Страница не существует — ${site.name}`, description: 'По этому адресу ничего нет.' },
} as const satisfies Record<string, PageTexts>);

export const aboutTitles = typographed<Readonly<Record<AboutAlias | typeof MAIN_PAGE, PageTexts>>>({
  company: {
    title: `О компании — ${site.name}`,
    description: `Чем занимается компания ${site.name}: запчасти для автомобилей и спецтехники со склада ${site.town}.`,
  },
  contact: {
    title: `Контакты — ${site.name}`,
    description: `Телефон, электронная почта и адрес компании ${site.name}.`,
  },
  credential: {
    title: `Реквизиты — ${site.name}`,
    description: `Реквизиты компании ${site.name} для договора и счёта.`,
  },
  delivery: {
    title: `Доставка — ${site.name}`,
    description: `Как получить заказ: самовывоз ${site.town} и отправка транспортными компаниями.`,
  },
  garanty: {
    title: `Условия гарантии — ${site.name}`,
    description: 'Гарантия на запасные части, порядок обмена и возврата.',
  },
  privacy: {
    title: `Персональные данные — ${site.name}`,
    description: `Какие персональные данные обрабатывает ${site.name}, для чего, как долго и как отозвать согласие.`,
  },
  mainPage: {
    title: `Текст главной страницы — ${site.name}`,
    description: 'Текст, который стоит на главной странице под слайдами.',
  },
});
