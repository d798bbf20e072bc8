import type { NewRequestError } from '../../../contract/errors.ts';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX, REQUEST_TEXT_MAX } from '../../../contract/limits.ts';
import { countOf, formatNumber, formatPrice, PRICE_ON_REQUEST, plural } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { type Row, sumOf, totalsOf } from './offers.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;
const amountWrong = `Укажите целое число от\u00a01 до\u00a0${formatNumber(REQUEST_AMOUNT_MAX)}.`;

/** Texts of the page of the request. */
export const request = {
  heading: 'Заявка',
  lead: 'Проверьте количество и\u00a0отправьте: менеджер подтвердит цену, наличие и\u00a0срок. Это не\u00a0оплата и\u00a0ни\u00a0к\u00a0чему не\u00a0обязывает.',
  loading: 'Уточняем цены и\u00a0наличие…',
  failed: 'Не\u00a0удалось уточнить цены и\u00a0наличие.',
  empty: 'В\u00a0заявке пока ничего нет',
  emptyHow: 'Найдите деталь в\u00a0каталоге и\u00a0нажмите «В\u00a0заявку»\u00a0— она появится здесь.',
  toCatalogue: 'Перейти в\u00a0каталог',
  toList: 'Поиск списком',
  more: 'Добавить ещё детали',
  list: 'Позиции заявки',
  columns: { what: 'Наименование, артикул', price: 'Цена', amount: 'Количество', sum: 'Сумма' },
  unknown: (id: number) => `Позиция № ${id}`,
  gone: 'Больше не\u00a0продаётся',
  goneWhy: 'В\u00a0заявку не\u00a0войдёт. Возможно, есть такая\u00a0же от\u00a0другого поставщика.',
  findOther: 'Поискать замену',
  perOne: 'за\u00a01\u00a0шт',
  toOrder: 'под\u00a0заказ',
  inStock: (amount: string) => `в\u00a0наличии ${amount}`,
  short: (amount: string) => `в\u00a0наличии ${amount}, остальное\u00a0— под\u00a0заказ`,
  tooFew: (least: string) => `Продаётся ${least}: менеджер уточнит, можно\u00a0ли меньше.`,
  amountOf: (article: string) => `Количество: ${article}`,
  moreOf: (article: string) => `Больше: ${article}`,
  lessOf: (article: string) => `Меньше: ${article}`,
  amountWrong,
  remove: 'Убрать',
  removeOf: (article: string) => `Убрать из\u00a0заявки: ${article}`,
  removed: (article: string) => `${article}: убрано из\u00a0заявки.`,
  putBack: 'Вернуть',
  onRequest: PRICE_ON_REQUEST.toLowerCase(),
  was: (price: string) => `было ${price}`,
  changed: (count: number) =>
    `${plural(count, ['Изменилась', 'Изменились', 'Изменились'])} ${plural(count, ['цена', 'цены', 'цены'])} ${countOf(count, ['позиции', 'позиций', 'позиций'])}: новые цены показаны в\u00a0списке рядом с\u00a0прежними. Отправить заявку можно, когда вы\u00a0с\u00a0ними согласитесь.`,
  accept: 'Согласиться с\u00a0новыми ценами',
  clear: 'Очистить заявку',
  clearQuestion: 'Убрать из\u00a0заявки все позиции?',
  clearDetails: 'Имя, телефон и\u00a0комментарий останутся.',
  print: 'Печать',
  copy: 'Скопировать текстом',
  copied: 'Скопировано',
  share: 'Скопировать ссылку',
  download: 'Скачать .xlsx',
  fileName: 'zayavka.xlsx',
  noScript: 'Чтобы составить заявку, включите JavaScript или позвоните нам\u00a0— примем заказ по\u00a0телефону:',
} as const;

/** What is below the rows: «Итого: 1 234,50 ₽». */
export function totalText({ offers, total, unpriced }: ReturnType<typeof totalsOf>): string {
  if (offers === unpriced) return `Итого: ${PRICE_ON_REQUEST.toLowerCase()}`;
  const without =
    unpriced > 0
      ? `, без\u00a0${countOf(unpriced, ['позиции', 'позиций', 'позиций'])} с\u00a0ценой по\u00a0запросу`
      : '';
  return `Итого: ${formatPrice(total)}${without}`;
}

/** Texts of the form. */
export const sending = {
  heading: 'Кому ответить',
  name: 'Имя',
  phone: 'Телефон',
  email: 'Электронная почта',
  reach: 'Достаточно чего-то одного: телефона или почты.',
  comment: 'Комментарий',
  commentHint: (left: number) =>
    left < 0
      ? `Длиннее на\u00a0${countOf(-left, ['знак', 'знака', 'знаков'])}: сократите.`
      : `Необязательно. Осталось ${countOf(left, ['знак', 'знака', 'знаков'])}.`,
  commentMax: REQUEST_TEXT_MAX,
  consent: 'Согласен на\u00a0обработку персональных данных для ответа на\u00a0заявку.',
  consentLink: 'Кто и\u00a0как их\u00a0обрабатывает',
  website: 'Не\u00a0заполняйте это поле',
  submit: 'Отправить заявку',
  submitting: 'Отправляем…',
  fixAmounts: 'Исправьте количество в\u00a0отмеченных строках\u00a0— и\u00a0отправьте ещё раз.',
  notAsked: 'Цены и\u00a0наличие ещё не\u00a0уточнены: подождите или нажмите «Повторить» вверху страницы.',
  agreeFirst: 'Цены изменились: посмотрите новые и\u00a0согласитесь с\u00a0ними над списком\u00a0— потом отправьте.',
  otherWays: 'Связаться иначе',
  nothingOffered: 'Ни\u00a0одна позиция заявки больше не\u00a0продаётся: отправлять нечего.',
  notSent: 'Заявка не\u00a0отправлена.',
  unsure:
    'Ответ сервера не\u00a0пришёл, и\u00a0неизвестно, дошла\u00a0ли заявка. Нажмите «Отправить заявку» ещё раз: если она дошла, второй не\u00a0будет. Всё введённое сохранено.',
  flood:
    'С\u00a0вашего адреса пришло слишком много заявок подряд. Подождите минуту и\u00a0отправьте ещё раз, всё введённое сохранено.',
  earlier: (number: number) =>
    `Заявка №\u00a0${number} с\u00a0этого устройства уже принята, но\u00a0с\u00a0тех пор вы\u00a0её изменили. Отправить то, что сейчас на\u00a0странице, ещё одной заявкой?`,
  asOther: 'Отправить ещё одной заявкой',
} as const;

/** Texts of the page after the sending. */
export const thanks = {
  heading: (number: number) => `Заявка №\u00a0${number} отправлена`,
  lead: 'Менеджер проверит наличие и\u00a0ответит вам. Запомните номер: по\u00a0нему заявку быстро найдут.',
  mailed: (email: string) => `Копию отправим на\u00a0${email}.`,
  own: 'Мои заявки',
  toCatalogue: 'Вернуться в\u00a0каталог',
  call: 'Вопросы по\u00a0заявке:',
} as const;

/** Texts of the question that an address with offers asks. */
export const sharing = {
  heading: 'Заявка по\u00a0ссылке',
  question: (theirs: number, own: number) =>
    `По\u00a0ссылке\u00a0— ${countOf(theirs, POSITIONS)}. В\u00a0вашей заявке уже ${own === 1 ? 'лежит' : 'лежат'} ${countOf(own, POSITIONS)}.`,
  replace: 'Заменить мою заявку',
  add: 'Добавить к\u00a0моей',
  keep: 'Оставить мою',
  unread: (count: number) =>
    `${countOf(count, POSITIONS)} из\u00a0ссылки не\u00a0${plural(count, ['прочитана', 'прочитаны', 'прочитано'])}: ссылка повреждена или длиннее ${REQUEST_ITEMS_MAX} позиций.`,
  nothing: 'В\u00a0ссылке нет ни\u00a0одной позиции: она повреждена. Попросите прислать её ещё раз.',
} as const;

/** Refusals, by code of the API. */
export const requestErrors: ErrorTexts<NewRequestError> = {
  'already created': 'Такая заявка уже отправлена.',
  'consent is needed': 'Без согласия принять заявку нельзя: отметьте его.',
  'invalid amount': amountWrong,
  'invalid comment': `Комментарий\u00a0— не\u00a0длиннее ${countOf(REQUEST_TEXT_MAX, ['знака', 'знаков', 'знаков'])}.`,
  'invalid email': 'Проверьте адрес: он похож на\u00a0anna@example.ru.',
  'invalid idempotency key': 'Обновите страницу и\u00a0отправьте ещё раз.',
  'invalid items': 'Список позиций не\u00a0принят: обновите страницу и\u00a0отправьте ещё раз.',
  'invalid name': 'Укажите имя в\u00a0одну строку, не\u00a0длиннее 200\u00a0знаков.',
  'invalid phone': 'Проверьте номер: в\u00a0нём должно быть хотя бы пять цифр.',
  'phone or email is needed': 'Укажите телефон или почту\u00a0— иначе нам не\u00a0ответить вам.',
  'positions not found':
    'Пока вы\u00a0заполняли заявку, часть позиций сняли с\u00a0продажи\u00a0— они отмечены в\u00a0списке.',
  'prices changed':
    'Пока вы\u00a0заполняли заявку, изменились цены: посмотрите новые в\u00a0списке и\u00a0согласитесь с\u00a0ними.',
  'request looks automatic':
    'Заполнено скрытое поле\u00a0— так делают программы, а\u00a0иногда сам браузер. Очистите его и\u00a0отправьте ещё раз.',
  'too many requests from you today':
    'Сегодня от\u00a0вас пришло слишком много заявок. Позвоните нам или отправьте эту завтра: всё введённое сохранено.',
  'too many requests today':
    'Сегодня мы\u00a0больше не\u00a0принимаем заявок без входа на\u00a0сайт. Войдите, позвоните нам или отправьте её завтра: всё введённое сохранено.',
  'too many requests of newcomers today':
    'Сегодня мы\u00a0больше не\u00a0принимаем заявок от\u00a0новых покупателей. Позвоните нам или отправьте её завтра: всё введённое сохранено.',
  'too many items': `В\u00a0одной заявке\u00a0— не\u00a0больше ${REQUEST_ITEMS_MAX} позиций.`,
};

function lineOf({ offer, amount }: Row, index: number): string {
  if (!offer) return '';
  const { article, title, manufacturer, brantTitle, price } = offer;
  const pieces = `${formatNumber(amount)}\u00a0шт`;
  const one = formatPrice(price);
  const cost = one
    ? `${pieces} × ${one} = ${formatPrice(sumOf(price, amount))}`
    : `${pieces}, ${PRICE_ON_REQUEST.toLowerCase()}`;
  return `${index + 1}. ${article} ${title} (${manufacturer || brantTitle}): ${cost}`;
}

/** The request as a text for mails and messengers; what is not offered any more is left out. */
export function requestText(rows: readonly Row[]): string {
  const offered = rows.filter(({ offer }) => offer);
  return [`${request.heading}:`, ...offered.map(lineOf), totalText(totalsOf(rows))].join('\n');
}
