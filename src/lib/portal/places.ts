// Table of the signed-in pages: headings, place in menus, who sees them.
import { typographed } from '../../../rules/format/typography.ts';
import { type PortalRoute, portalRoutes } from '../../../rules/routes.ts';
import { documentHeadings, templatesHeading, templatesLabel } from '../documents/headings.ts';
import {
  accessHeadings,
  accountHeadings,
  crossesHeading,
  journalHeading,
  listHeadings,
  peopleHeading,
  positionsHeading,
  requestHeadings,
  searchHeadings,
  settingLabels,
  slideHeadings,
  stateHeading,
} from '../platform/headings.ts';
import { site } from '../platform/site.ts';
import { runHeadings, sourcesHeading, uploadHeading } from '../price-lists/headings.ts';

export const portal = typographed({
  loading: 'Загружаем…',
  documents: 'Документы',
  cabinet: 'Кабинет',
  title: (heading: string): string => `${heading} — ${site.name}`,
  noScript: 'Эта страница работает только с включённым JavaScript. Если нужна помощь, позвоните:',
} as const);

/** Parts of the header's menu, and the sections of the settings. */
type Bar = 'prices' | 'staff' | 'own' | 'settings';

/** What a count in the menu is of. */
export type Badge = 'documents' | 'requests' | 'imports' | 'sources' | 'mails';

interface MenuLink {
  readonly bar: Bar;
  readonly label: string;
  readonly badge?: Badge;
}

/** Headings of a page, who sees it in menus, and its place there. */
export interface Place<Path extends string = string> {
  /** null: the page draws its own heading. */
  readonly heading: string | null;
  /** The heading of a screen of the settings; the browser tab has it too. */
  readonly title?: string;
  /** Who sees the page in menus. The services check permissions themselves. */
  readonly whose: 'user' | 'documents' | 'requests' | 'admin';
  /** null: in no menu, as pages whose address has a parameter. */
  readonly menu: (Path extends `${string}:${string}` ? never : MenuLink) | null;
  /** The page of the menu that this one belongs to; default: itself. */
  readonly under?: PortalRoute;
}

type Places = { readonly [Route in PortalRoute]: Place<(typeof portalRoutes)[Route]> };

const inMenu = (bar: Bar, label: string, badge?: Badge) => ({ menu: { bar, label, ...(badge && { badge }) } });
const ofUser = (heading: string) => ({ heading, whose: 'user' as const, menu: null, under: 'user' as const });
const ofAdmin = (heading: string) => ({ heading, whose: 'admin' as const, menu: null });
const ofRequests = (heading: string) => ({
  heading,
  whose: 'requests' as const,
  menu: null,
  under: 'requests' as const,
});
const ofSlides = (heading: string) => ({ ...ofAdmin(heading), under: 'slides' as const });
const ofDocuments = (heading: string | null) => ({
  heading,
  whose: 'documents' as const,
  menu: null,
  under: 'docflow' as const,
});
const ofSettings = (title: string, label: string, badge?: Badge) => ({
  ...ofAdmin(accessHeadings.settings),
  title,
  ...inMenu('settings', label, badge),
  under: 'setting' as const,
});

/** Every page of the signed-in shell; menus keep this order. */
export const PLACES: Places = {
  docflow: { ...ofDocuments(null), ...inMenu('staff', portal.documents, 'documents') },
  documents: ofDocuments(null),
  document: ofDocuments(null),
  documentCreate: ofDocuments(documentHeadings.createHeading),
  documentEdit: ofDocuments(documentHeadings.editHeading),
  brands: { ...ofAdmin(listHeadings.brands), ...inMenu('prices', listHeadings.brands) },
  providers: { ...ofAdmin(listHeadings.providers), ...inMenu('prices', listHeadings.providers) },
  upload: { ...ofAdmin(uploadHeading), ...inMenu('prices', uploadHeading) },
  imports: { ...ofAdmin(runHeadings.heading), ...inMenu('prices', runHeadings.heading, 'imports') },
  importRun: { ...ofAdmin(runHeadings.runHeading), under: 'imports' },
  sources: { ...ofAdmin(sourcesHeading), ...inMenu('prices', sourcesHeading, 'sources') },
  positions: { ...ofAdmin(positionsHeading), ...inMenu('prices', positionsHeading) },
  crosses: { ...ofAdmin(crossesHeading), ...inMenu('prices', crossesHeading) },
  searchMisses: { ...ofAdmin(searchHeadings.misses), ...inMenu('prices', searchHeadings.misses) },
  searchWords: { ...ofAdmin(searchHeadings.words), ...inMenu('prices', searchHeadings.words) },
  requests: { ...ofRequests(requestHeadings.heading), ...inMenu('staff', requestHeadings.heading, 'requests') },
  request: ofRequests(requestHeadings.requestHeading),
  slides: { ...ofSlides(slideHeadings.heading), ...inMenu('staff', slideHeadings.heading) },
  slideCreate: ofSlides(slideHeadings.createHeading),
  slideEdit: ofSlides(slideHeadings.editHeading),
  slide: ofSlides(slideHeadings.pageHeading),
  // The addresses of the settings themselves lead to the first screen.
  setting: {
    ...ofSettings(accessHeadings.roles, settingLabels.roles),
    ...inMenu('own', accessHeadings.settings, 'mails'),
  },
  settingEdit: { ...ofSettings(accessHeadings.roles, settingLabels.roles), menu: null },
  roles: ofSettings(accessHeadings.roles, settingLabels.roles),
  directings: ofSettings(accessHeadings.directings, settingLabels.directings),
  processes: ofSettings(accessHeadings.processes, settingLabels.processes),
  actions: ofSettings(accessHeadings.actions, settingLabels.actions),
  access: ofSettings(accessHeadings.access, settingLabels.access),
  templates: ofSettings(templatesHeading, templatesLabel),
  binding: ofSettings(accessHeadings.binding, settingLabels.binding),
  people: ofSettings(peopleHeading, peopleHeading),
  users: ofSettings(accountHeadings.users, settingLabels.users, 'mails'),
  journal: ofSettings(journalHeading, settingLabels.journal),
  state: ofSettings(stateHeading, stateHeading),
  user: { ...ofUser(accountHeadings.cabinet), ...inMenu('own', portal.cabinet) },
  changePassword: ofUser(accountHeadings.changePassword),
  changeEmail: ofUser(accountHeadings.changeEmail),
  secondFactor: ofUser(accountHeadings.secondFactor),
};

export interface MenuItem {
  readonly route: PortalRoute;
  readonly path: string;
  readonly label: string;
  readonly whose: Place['whose'];
  readonly badge: Badge | null;
}

/** The links of a menu, in their order. */
export const menuOf = (bar: Bar): readonly MenuItem[] =>
  (Object.keys(PLACES) as PortalRoute[]).flatMap((route) => {
    const { menu, whose }: Place = PLACES[route];
    if (menu?.bar !== bar) return [];
    return [{ route, path: portalRoutes[route], label: menu.label, whose, badge: menu.badge ?? null }];
  });

export function menuPlaceOf(route: PortalRoute): PortalRoute {
  const { under }: Place = PLACES[route];
  return under ?? route;
}

export const descriptions = typographed<Readonly<Record<PortalRoute, string>>>({
  brands: 'Список брендов: добавление, переименование и удаление.',
  providers: 'Список поставщиков: добавление, переименование и удаление.',
  upload: 'Загрузка прайс-листа поставщика: файл, столбцы, наценка и проверка перед записью.',
  imports: 'История загрузок прайс-листов: что создано, обновлено и пропущено.',
  importRun: 'Отчёт об одной загрузке: изменённые позиции, ошибки строк и возврат к прежнему.',
  sources: 'Источники прайс-листов, которые забираются сами: почта, сайты и папки.',
  positions: 'Позиции каталога: поиск, правка цен и остатков.',
  crosses: 'Аналоги и замены: какая деталь заменяет какую и по чьим данным.',
  searchMisses: 'Запросы покупателей, по которым каталог ничего не нашёл.',
  searchWords: 'Словарь поиска: синонимы, сокращения и слова, которые не ищутся.',
  requests: 'Заявки покупателей: новые, в работе, выполненные и отклонённые.',
  request: 'Одна заявка покупателя: состав, цены, контакты и ход работы.',
  user: 'Личный кабинет: имя, фото, вход и свои заявки.',
  changePassword: 'Смена пароля для входа.',
  changeEmail: 'Смена адреса электронной почты для входа.',
  secondFactor: 'Вход по паролю и коду из приложения: включение и запасные коды.',
  setting: 'Настройки рабочего места: роли, справочники, доступ и журнал.',
  settingEdit: 'Разделы настроек рабочего места.',
  roles: 'Список ролей сотрудников.',
  directings: 'Список направлений документов.',
  processes: 'Список типов документов.',
  actions: 'Список действий, которые разрешает роль.',
  templates: 'Маршруты документов: шаги, сроки и шаблоны по типам.',
  access: 'Права доступа: какой роли какие действия разрешены.',
  binding: 'Роли пользователей: кому какая назначена.',
  people: 'Люди: роль, состояние, последний вход и приглашения.',
  users: 'Учётные записи: состояние, администраторы и сброс пароля.',
  journal: 'Журнал действий: кто, что и когда изменил.',
  state: 'Состояние: импорт, письма, сборка страниц, диск и базы данных.',
  slides: 'Слайды главной страницы: опубликованные и черновики.',
  slideCreate: 'Новый слайд главной страницы: название, текст и изображения.',
  slideEdit: 'Правка слайда главной страницы: текст, изображения и публикация.',
  slide: 'Просмотр слайда, его изображений и истории.',
  docflow: 'Документооборот: что ждёт решения и что отправлено.',
  documents: 'Список документов: поиск и отбор по участию и сроку.',
  document: 'Документ: текст, файлы, подписи и ознакомления.',
  documentCreate: 'Новый документ: направление, тип, текст, файлы и участники.',
  documentEdit: 'Правка документа: текст, файлы и участники.',
});
