// Table of the signed-in pages: headings, place in menus, who sees them.
import { typographed } from '../../../rules/format/typography.ts';
import { type PortalRoute, portalRoutes } from '../../../rules/routes.ts';
import { documentHeadings, templatesHeading, templatesLabel } from '../documents/headings.ts';
import * as headings from '../platform/headings.ts';
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

/** A group of the sections of the settings. */
type SettingGroup = keyof typeof headings.settingGroups;

interface MenuLink {
  readonly bar: Bar;
  readonly label: string;
  readonly badge?: Badge;
  /** Of the sections of the settings. */
  readonly group?: SettingGroup;
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
const ofSettings = (group: SettingGroup, title: string, label: string, badge?: Badge) => ({
  ...ofAdmin(headings.accessHeadings.settings),
  title,
  menu: { ...inMenu('settings', label, badge).menu, group },
  under: 'setting' as const,
});

/** Every page of the signed-in shell; menus keep this order. */
export const PLACES: Places = {
  docflow: { ...ofDocuments(null), ...inMenu('staff', portal.documents, 'documents') },
  documents: ofDocuments(null),
  late: ofDocuments(documentHeadings.lateHeading),
  bin: ofDocuments(documentHeadings.binHeading),
  document: ofDocuments(null),
  documentCreate: ofDocuments(documentHeadings.createHeading),
  documentEdit: ofDocuments(documentHeadings.editHeading),
  brands: { ...ofAdmin(headings.listHeadings.brands), ...inMenu('prices', headings.listHeadings.brands) },
  providers: { ...ofAdmin(headings.listHeadings.providers), ...inMenu('prices', headings.listHeadings.providers) },
  upload: { ...ofAdmin(uploadHeading), ...inMenu('prices', uploadHeading) },
  imports: { ...ofAdmin(runHeadings.heading), ...inMenu('prices', runHeadings.heading, 'imports') },
  importRun: { ...ofAdmin(runHeadings.runHeading), under: 'imports' },
  sources: { ...ofAdmin(sourcesHeading), ...inMenu('prices', sourcesHeading, 'sources') },
  positions: { ...ofAdmin(headings.positionsHeading), ...inMenu('prices', headings.positionsHeading) },
  photos: { ...ofAdmin(headings.photosHeading), ...inMenu('prices', headings.photosHeading) },
  crosses: { ...ofAdmin(headings.crossesHeading), ...inMenu('prices', headings.crossesHeading) },
  searchMisses: { ...ofAdmin(headings.searchHeadings.misses), ...inMenu('prices', headings.searchHeadings.misses) },
  searchWords: { ...ofAdmin(headings.searchHeadings.words), ...inMenu('prices', headings.searchHeadings.words) },
  requests: {
    ...ofRequests(headings.requestHeadings.heading),
    ...inMenu('staff', headings.requestHeadings.heading, 'requests'),
  },
  request: ofRequests(headings.requestHeadings.requestHeading),
  slides: { ...ofSlides(headings.slideHeadings.heading), ...inMenu('staff', headings.slideHeadings.heading) },
  slideCreate: ofSlides(headings.slideHeadings.createHeading),
  slideEdit: ofSlides(headings.slideHeadings.editHeading),
  slide: ofSlides(headings.slideHeadings.pageHeading),
  // The addresses of the settings themselves lead to the first screen, that of accounts to the people.
  setting: {
    ...ofSettings('people', headings.accessHeadings.roles, headings.settingLabels.roles),
    ...inMenu('own', headings.accessHeadings.settings, 'mails'),
  },
  settingEdit: { ...ofSettings('people', headings.accessHeadings.roles, headings.settingLabels.roles), menu: null },
  users: { ...ofSettings('people', headings.peopleHeading, headings.peopleHeading), menu: null },
  people: ofSettings('people', headings.peopleHeading, headings.peopleHeading, 'mails'),
  binding: ofSettings('people', headings.accessHeadings.binding, headings.settingLabels.binding),
  roles: ofSettings('people', headings.accessHeadings.roles, headings.settingLabels.roles),
  access: ofSettings('people', headings.accessHeadings.access, headings.settingLabels.access),
  actions: ofSettings('people', headings.accessHeadings.actions, headings.settingLabels.actions),
  directings: ofSettings('documents', headings.accessHeadings.directings, headings.settingLabels.directings),
  processes: ofSettings('documents', headings.accessHeadings.processes, headings.settingLabels.processes),
  templates: ofSettings('documents', templatesHeading, templatesLabel),
  journal: ofSettings('control', headings.journalHeading, headings.settingLabels.journal),
  documentsJournal: ofSettings(
    'control',
    headings.settingLabels.documentsJournal,
    headings.settingLabels.documentsJournal,
  ),
  state: ofSettings('control', headings.stateHeading, headings.stateHeading),
  user: { ...ofUser(headings.accountHeadings.cabinet), ...inMenu('own', portal.cabinet) },
  changePassword: ofUser(headings.accountHeadings.changePassword),
  changeEmail: ofUser(headings.accountHeadings.changeEmail),
  secondFactor: ofUser(headings.accountHeadings.secondFactor),
};

export interface MenuItem {
  readonly route: PortalRoute;
  readonly path: string;
  readonly label: string;
  readonly whose: Place['whose'];
  readonly badge: Badge | null;
  /** Of the sections of the settings. */
  readonly group: SettingGroup | null;
}

/** The links of a menu, in their order. */
export const menuOf = (bar: Bar): readonly MenuItem[] =>
  (Object.keys(PLACES) as PortalRoute[]).flatMap((route) => {
    const { menu, whose }: Place = PLACES[route];
    if (menu?.bar !== bar) return [];
    return [
      {
        route,
        path: portalRoutes[route],
        label: menu.label,
        whose,
        badge: menu.badge ?? null,
        group: menu.group ?? null,
      },
    ];
  });

/** The sections of the settings, group by group in their order. */
export const settingMenu = () => {
  const items = menuOf('settings');
  return (Object.keys(headings.settingGroups) as SettingGroup[]).map((group) => ({
    label: headings.settingGroups[group],
    items: items.filter((item) => item.group === group),
  }));
};

export function menuPlaceOf(route: PortalRoute): PortalRoute {
  const { under }: Place = PLACES[route];
  return under ?? route;
}

export const descriptions = typographed<Readonly<Record<PortalRoute, string>>>({
  brands: 'Список брендов: добавление, переименование и удаление.',
  providers: 'Список поставщиков: добавление, переименование и удаление.',
  upload: 'Загрузка прайса поставщика: файл, столбцы, наценка и проверка перед загрузкой.',
  imports: 'История загрузок прайсов: что создано, обновлено и пропущено.',
  importRun: 'Отчёт об одной загрузке: изменённые позиции, ошибки строк и возврат к прежнему.',
  sources: 'Источники прайсов, которые забираются сами: почта, сайты и папки.',
  positions: 'Позиции каталога: поиск, правка цен и остатков.',
  photos: 'Фото товаров: много сразу, по артикулам в именах файлов.',
  crosses: 'Аналоги и замены: какая деталь заменяет какую и по чьим данным.',
  searchMisses: 'Запросы покупателей, по которым каталог ничего не нашёл.',
  searchWords: 'Словарь поиска: синонимы, сокращения и слова, которые не ищутся.',
  requests: 'Заявки покупателей: новые, в работе, выполненные и отклонённые.',
  request: 'Одна заявка покупателя: состав, цены, контакты и ход работы.',
  user: 'Личный кабинет: имя, фото, вход и свои заявки.',
  changePassword: 'Смена пароля для входа.',
  changeEmail: 'Смена адреса электронной почты для входа.',
  secondFactor: 'Вход по паролю и коду из приложения: включение и коды восстановления.',
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
  users: 'Люди: учётные записи, роли и приглашения.',
  journal: 'Журнал действий: кто, что и когда изменил.',
  documentsJournal: 'Журнал документов: кто, что и когда с ними сделал.',
  state: 'Состояние: загрузки, письма, сборка страниц, диск и базы данных.',
  slides: 'Слайды главной страницы: опубликованные и черновики.',
  slideCreate: 'Новый слайд главной страницы: название, текст и изображения.',
  slideEdit: 'Правка слайда главной страницы: текст, изображения и публикация.',
  slide: 'Просмотр слайда, его изображений и истории.',
  docflow: 'Документооборот: что ждёт решения и что отправлено.',
  documents: 'Список документов: поиск и отбор по участию и сроку.',
  late: 'Кто задерживает документы: сколько ждёт, с какого дня и почему.',
  bin: 'Корзина: удалённые документы, которые ещё можно вернуть.',
  document: 'Документ: текст, файлы, подписи и ознакомления.',
  documentCreate: 'Новый документ: направление, тип, текст, файлы и участники.',
  documentEdit: 'Правка документа: текст, файлы и участники.',
});
