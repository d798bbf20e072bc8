// Texts of the editor of marked-up text: toolbar, links, pictures, drafts, conflicts, history; for company pages,
// slides and documents.
import type { Editor } from '../../../contract/answers.ts';
import type { PageError } from '../../../contract/errors.ts';
import { IMAGE_FILE_MAX, MARKDOWN_MAX } from '../../../contract/limits.ts';
import { countOf, formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Markup, Stubs } from '../markdown/markup-edit.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';

const PARTS = ['абзац', 'абзаца', 'абзацев'] as const;
const SIGNS = ['знак', 'знака', 'знаков'] as const;
const KILOBYTES = MARKDOWN_MAX / 1024;

const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

/** Texts of the field for marked-up text. */
export const markupField = typographed({
  toolbar: 'Разметка',
  write: 'Текст',
  preview: 'Просмотр',
  panes: 'Что показать',
  previewEmpty: 'Здесь появится текст с оформлением.',
  keys: 'Ctrl+Enter — сохранить.',
} as const);

export const markupButtons = typographed<Readonly<Record<Markup, string>>>({
  heading: 'Заголовок',
  bold: 'Жирный',
  italic: 'Курсив',
  code: 'Код',
  list: 'Список',
  numbered: 'Нумерованный список',
  quote: 'Цитата',
  link: 'Ссылка',
  internal: 'Ссылка на страницу сайта',
  table: 'Таблица',
  image: 'Картинка',
});

export const markupKeys: Readonly<Partial<Record<Markup, string>>> = {
  bold: 'Ctrl+B',
  italic: 'Ctrl+I',
  link: 'Ctrl+K',
};

/** What stands in for text that is not there yet. */
export const markupStubs: Stubs = {
  text: 'текст',
  address: 'https://',
  page: 'about/contact',
  cells: ['Название', 'Значение'],
};

export const imageDialog = typographed({
  heading: 'Вставить картинку',
  address: 'Адрес картинки',
  addressHint: 'Путь от корня сайта, например /api/mnote/static/images/имя.webp',
  invalid: 'Адрес должен начинаться с «/» и не содержать пробелов.',
  alt: 'Описание',
  altHint: 'Что на картинке: для тех, кто её не видит.',
  known: 'Картинки сайта',
  loading: 'Загружаем картинки сайта…',
  find: 'Найти картинку по имени',
  noneFound: 'Картинок с таким именем нет.',
  send: 'Новая картинка',
  sendHint: `JPEG, PNG, WebP и другие, до ${IMAGE_FILE_MAX / 1024 / 1024} МБ`,
  sendPrompt: 'Выберите файл или перетащите его сюда',
  sending: 'Отправляем картинку…',
  sent: (name: string) => `Картинка «${name}» отправлена и выбрана.`,
  sendFailed: 'Картинка не отправлена.',
  choose: (name: string) => `Выбрать: ${name}`,
  insert: 'Вставить',
  cancel: 'Отмена',
} as const);

export const pictureErrors = typographed({
  'bad mime type': 'Это не картинка: выберите JPEG, PNG или WebP.',
  'request entity too large': `Картинка больше ${IMAGE_FILE_MAX / 1024 / 1024} МБ. Выберите файл меньшего размера.`,
} as const);

export const linkDialog = typographed({
  heading: 'Ссылка на страницу или деталь',
  field: 'Страница или деталь',
  hint: 'Название страницы, артикул или название детали.',
  list: 'Найденное',
  label: 'Текст ссылки',
  labelHint: 'Что увидит читатель.',
  address: 'Ведёт на',
  searching: 'Ищем…',
  nothing: 'Ничего не нашлось.',
  failed: 'Детали сейчас найти не удаётся, страницы — удаётся.',
  catalog: 'Каталог',
  makers: 'Производители',
  price: 'Прайс',
  page: 'страница',
  part: 'деталь',
  choose: 'Сначала выберите страницу или деталь.',
  insert: 'Вставить',
  cancel: 'Отмена',
} as const);

export const pageEditor = typographed({
  edit: 'Редактировать страницу',
  draftWaits: 'есть несохранённый черновик',
  heading: (name: string) => `Редактирование: ${name}`,
  label: 'Текст страницы',
  loading: 'Открываем редактор…',
  loadFailed: 'Не удалось открыть страницу для правки.',
  save: 'Сохранить изменения',
  close: 'Закрыть',
  cancel: 'Отмена',
  saved: 'Изменения сохранены.',
  saveFailed: 'Не удалось сохранить.',
  textKept: 'Введённый текст сохранён на этом устройстве.',
  history: 'История',
} as const);

/** How far a saved change is on its way to the pages that visitors see. */
export const publicationTexts = typographed({
  building: 'Сайт обновляется…',
  fresh: 'Опубликовано.',
  failed: 'Не удалось обновить сайт: на нём осталась старая версия.',
  details: 'Что сообщила сборка',
  unknown: 'Сайт обновится позже.',
} as const);

export const textErrors = typographed({
  'text too long': `Текст длиннее ${KILOBYTES} КБ. Сократите его.`,
  'request entity too large': `Текст длиннее ${KILOBYTES} КБ. Сократите его.`,
  'invalid mdInfo': 'Введите текст страницы: пустым его сохранить нельзя.',
} as const);

export const pageErrors = typographed<ErrorTexts<PageError>>({
  ...textErrors,
  'alias not found': 'Такой страницы нет.',
  'alias page not found': 'Такой страницы уже нет: возможно, её удалили.',
  'alias: Не уникальное значение alias':
    'Текст этой страницы уже сохранил другой сотрудник. Обновите страницу: ваш черновик останется.',
  'invalid alias': 'У страницы неверный адрес.',
});

export const unsaved = typographed({
  question: 'Уйти без сохранения?',
  details: 'Изменения не сохранены. Они останутся черновиком на этом устройстве.',
  stay: 'Остаться',
  leave: 'Уйти',
  discard: 'Закрыть без сохранения?',
  discardDetails: 'Введённое будет потеряно.',
  discardYes: 'Закрыть без сохранения',
} as const);

export const drafts = typographed({
  found: (iso: string) => `Найден несохранённый черновик от ${moment(iso)}`,
  take: 'Восстановить',
  drop: 'Удалить',
  list: 'Несохранённые черновики',
} as const);

const nameOf = ({ name, email }: Editor): string => (name ? `${name} (${email})` : email);

export const conflict = typographed({
  heading: 'Пока вы правили, текст изменили',
  who: (who: Editor | null, iso: string) =>
    [who ? `Сохранено: ${nameOf(who)}` : 'Сохранено другим пользователем', iso === '' ? '' : moment(iso)]
      .filter(Boolean)
      .join(', '),
  gone: 'Тем временем это удалили.',
  safe: 'Ваш текст цел: он остаётся в поле и в черновиках.',
  show: 'Показать отличия',
  hide: 'Скрыть отличия',
  colours: 'Зачёркнуто красным — только в вашем тексте, подчёркнуто зелёным — только в сохранённом.',
  difference: 'Отличия сохранённого текста от вашего',
  overwrite: 'Сохранить мой текст',
  takeTheirs: 'Взять сохранённый',
  putOff: 'Вернуться к тексту',
  merged: (who: Editor | null) =>
    `Пока вы правили, текст изменили${who ? ` (${nameOf(who)})` : ''}: правки разных абзацев сведены и сохранены вместе.`,
  overlaps: 'Эти места изменили вы оба. Выберите, что останется; остальные правки сведены сами.',
  place: (number: number, count: number) => (count === 1 ? 'Место, где правки сошлись' : `Место ${number} из ${count}`),
  mine: 'Мой вариант',
  theirs: 'Сохранённый',
  both: 'Оба: сохранённый, ниже мой',
  nothing: 'Здесь ничего: абзац удалён.',
  resolve: 'Сохранить сведённый текст',
} as const);

export const history = typographed({
  heading: 'История изменений',
  loading: 'Загружаем историю…',
  empty: 'Сохранённых версий ещё нет.',
  version: (version: number) => `Версия ${version}`,
  current: 'сейчас на сайте',
  byProduct: 'вместе с программой',
  row: (iso: string, who: Editor | null) => `${moment(iso)}, ${who ? nameOf(who) : 'вместе с программой'}`,
  length: (length: number) => countOf(length, SIGNS),
  compare: 'Отличия',
  compareOf: (version: number) => `Отличия версии ${version} от нынешнего текста`,
  same: 'Отличий от нынешнего текста нет.',
  restore: 'Восстановить',
  restoreOf: (version: number) => `Восстановить версию ${version}`,
  question: (version: number) => `Восстановить версию ${version}?`,
  details: 'Она станет новой версией; нынешний текст останется в истории.',
  restored: (version: number) => `Версия ${version} восстановлена.`,
  failed: 'Не удалось загрузить историю.',
} as const);

/** Words of a comparison for those who hear it. */
export const difference = {
  added: 'добавлено: ',
  removed: 'удалено: ',
  end: ' конец изменения ',
  hidden: (count: number) => `… ${countOf(count, PARTS)} без изменений …`,
} as const;
