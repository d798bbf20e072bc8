// Texts of the pages where staff work on the requests of buyers.
import type { Editor } from '../../../contract/answers.ts';
import type { StaffRequestError } from '../../../contract/errors.ts';
import { REQUEST_TEXT_MAX } from '../../../contract/limits.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { RequestRow } from '../../../contract/requests/requests.ts';
import { countOf, NO_PRICE, totalText } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { requestHeadings } from '../platform/headings.ts';
import { site } from '../platform/site.ts';

const REQUESTS = ['заявка', 'заявки', 'заявок'] as const;
const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

export const STATES = typographed<Readonly<Record<RequestState, string>>>({
  new: 'новая',
  work: 'в работе',
  done: 'выполнена',
  declined: 'отклонена',
});

/** Texts of the list of requests. */
export const requests = typographed({
  ...requestHeadings,
  lead: 'Что прислали покупатели: кто занимается заявкой, чем она закончилась и как связаться.',
  filters: 'Отбор заявок',
  search: 'номер, имя, телефон, почта, артикул',
  find: 'Найти',
  state: 'Состояние',
  anyState: 'все состояния',
  from: 'с',
  to: 'по',
  fromLabel: 'С какого дня',
  toLabel: 'По какой день',
  reset: 'Сбросить отбор',
  list: 'Заявки покупателей',
  loading: 'Загружаем заявки…',
  failed: 'Заявки не загрузились.',
  empty: site.stated.mail
    ? 'Заявок пока нет. Новая появится здесь и придёт письмом на почту компании.'
    : 'Заявок пока нет. Новая появится здесь; писем о заявках нет, пока не настроена почта.',
  nothingFound: 'Таких заявок нет. Измените отбор.',
  found: (count: number, hasMore: boolean) =>
    `${hasMore ? 'Показаны первые' : 'Показано'}: ${countOf(count, REQUESTS)}`,
  moreFailed: 'Следующие заявки не загрузились.',
  number: (number: number) => `№ ${number}`,
  sum: ({ positions, total, unpriced }: Pick<RequestRow, 'positions' | 'total' | 'unpriced'>) => {
    const sum = totalText(total, unpriced, positions);
    return positions === 0
      ? 'без позиций'
      : `${countOf(positions, POSITIONS)}${positions === unpriced ? `, цена ${sum}` : ` на ${sum}`}`;
  },
} as const);

export const staffRequest = typographed({
  all: 'Все заявки',
  loading: 'Загружаем заявку…',
  failed: 'Заявка не загрузилась.',
  missing: 'Такой заявки нет: возможно, срок её хранения закончился.',
  heading: (number: number) => `Заявка № ${number}`,
  sent: 'Отправлена',
  name: 'Покупатель',
  phone: 'Телефон',
  email: 'Почта',
  comment: 'Комментарий',
  company: 'Компания',
  inn: 'ИНН',
  city: 'Город',
  carrier: 'Транспортная компания',
  consent: 'Согласие на обработку данных',
  consentTo: (version: number, at: string) =>
    version === 0 ? at : `${at}, редакция № ${version} страницы «Персональные данные»`,
  signedIn: 'Есть учётная запись',
  yes: 'да',
  no: 'нет',
  changed: 'Изменена',
  items: 'Позиции',
  columns: {
    what: 'Наименование, артикул',
    amount: 'Количество',
    price: 'Цена в заявке',
    now: 'Цена сегодня',
    sum: 'Сумма',
  },
  onRequest: NO_PRICE,
  gone: 'больше не продаётся',
  same: 'та же',
  stockNow: (amount: string) => `в наличии ${amount}`,
  total: 'Итого',
  stateLabel: 'Состояние заявки',
  acts: { new: 'Вернуть в новые', work: 'Взять в работу', done: 'Выполнена', declined: 'Отклонить' },
  conflict: (who: Editor | null, when: string) =>
    `Пока вы смотрели, заявку изменили (${who ? `${nameOf(who)}, ` : ''}${when}). Показано новое состояние, ваше не сохранено: проверьте и нажмите ещё раз, если нужно.`,
  changeFailed: 'Состояние не изменено.',
  done: (state: RequestState) => `Готово: заявка ${STATES[state]}.`,
  history: 'Ход работы',
  nothingYet: 'Действий пока не было.',
  became: (state: RequestState) => `Заявка ${STATES[state]}`,
  note: 'Заметка для сотрудников',
  noteHint: 'Покупатель её не увидит.',
  noteMax: REQUEST_TEXT_MAX,
  addNote: 'Добавить заметку',
  noteAdded: 'Заметка добавлена.',
  noteFailed: 'Заметка не сохранена, текст остался в поле.',
  print: 'Печать',
  download: 'Скачать .xlsx',
  fileName: (number: number) => `zayavka-${number}.xlsx`,
  mailSubject: (number: number) => `Заявка № ${number}`,
  person: 'неизвестный сотрудник',
} as const);

/** Who did it, as people call each other. */
export const nameOf = (who: Editor | null): string => (who ? who.name || who.email : staffRequest.person);

export const staffRequestErrors = typographed<ErrorTexts<StaffRequestError>>({
  'invalid cursor': 'Продолжение списка не найдено: обновите страницу.',
  'invalid filter': 'Отбор указан неверно: сбросьте его.',
  'invalid note': `Заметка пустая или длиннее ${countOf(REQUEST_TEXT_MAX, ['знака', 'знаков', 'знаков'])}.`,
  'invalid state': 'Такого состояния нет: обновите страницу.',
  'request not found': staffRequest.missing,
});
