// Texts of the page where a buyer checks and sends the request, and the request as a text for messengers. Texts for
// staff are in staff-request-texts.ts.
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import type { NewRequestError } from '../../../contract/errors.ts';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX, REQUEST_TEXT_MAX } from '../../../contract/limits.ts';
import { offerTitle } from '../../../rules/catalogue/part.ts';
import { lackText, stockText } from '../../../rules/format/stock-text.ts';
import * as format from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { type Row, sumOf, totalsOf } from './offers.ts';

const { countOf, formatNumber, formatPrice, NO_PRICE, plural } = format;

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;
const amountWrong = typographed(`Укажите целое число от 1 до ${formatNumber(REQUEST_AMOUNT_MAX)}.`);

/** Texts of the page of the request. */
export const request = typographed({
  heading: 'Заявка',
  lead: 'Отправьте отобранные детали: менеджер подтвердит цену, наличие и срок. Это не оплата и ни к чему не обязывает.',
  loading: 'Уточняем цены и наличие…',
  failed: 'Не удалось уточнить цены и наличие.',
  empty: 'В заявке пока ничего нет',
  emptyHow: 'Найдите деталь в каталоге и нажмите «В заявку» — она появится здесь.',
  toCatalogue: 'Перейти в каталог',
  toList: 'Поиск списком',
  more: 'Добавить ещё детали',
  list: 'Позиции заявки',
  columns: { what: 'Наименование, артикул', price: 'Цена', amount: 'Количество', sum: 'Сумма' },
  unknown: (id: number) => `Позиция № ${id}`,
  gone: 'Больше не продаётся',
  goneWhy: 'В заявку не войдёт. Возможно, есть такая же от другого поставщика.',
  findOther: 'Поискать замену',
  perOne: 'за 1 шт',
  tooFew: (least: string) => `Продаётся ${least}: менеджер уточнит, можно ли меньше.`,
  amountOf: (article: string) => `Количество: ${article}`,
  moreOf: (article: string) => `Больше: ${article}`,
  lessOf: (article: string) => `Меньше: ${article}`,
  amountWrong,
  remove: 'Убрать',
  removeOf: (article: string) => `Убрать из заявки: ${article}`,
  removed: (article: string) => `${article}: убрано из заявки.`,
  putBack: 'Вернуть',
  onRequest: NO_PRICE,
  was: (price: string) => `было ${price}`,
  changed: (count: number) =>
    `${plural(count, ['Изменилась', 'Изменились', 'Изменились'])} ${plural(count, ['цена', 'цены', 'цены'])} ${countOf(count, ['позиции', 'позиций', 'позиций'])}: новые цены показаны в списке рядом с прежними. Отправить заявку можно, когда вы с ними согласитесь.`,
  accept: 'Согласиться с новыми ценами',
  clear: 'Очистить заявку',
  clearQuestion: 'Убрать из заявки все позиции?',
  clearDetails: 'Имя, телефон и комментарий останутся.',
  print: 'Печать',
  copy: 'Скопировать текстом',
  copied: 'Скопировано',
  share: 'Скопировать ссылку',
  download: 'Скачать .xlsx',
  fileName: 'zayavka.xlsx',
  wish: {
    heading: 'Заявка без JavaScript',
    lead: 'Напишите, что нужно, и как с вами связаться: менеджер ответит с ценой и сроком. Или позвоните:',
    text: 'Что нужно',
    hint: `Номера деталей, названия, машина, количество — как удобно, не длиннее ${countOf(REQUEST_TEXT_MAX, ['знака', 'знаков', 'знаков'])}.`,
    refused: 'Заявка не отправлена: исправьте отмеченное.',
    submit: 'Отправить заявку',
  },
} as const);

/** What is below the rows: «Итого: 1 234,50 ₽». */
export const totalText = ({ offers, total, unpriced }: ReturnType<typeof totalsOf>): string =>
  `Итого: ${format.totalText(total, unpriced, offers)}`;

export const sending = typographed({
  heading: 'Кому ответить',
  name: 'Имя',
  phone: 'Телефон',
  email: 'Электронная почта',
  reach: 'Достаточно чего-то одного: телефона или почты.',
  details: 'Для счёта и доставки — необязательно',
  company: 'Компания',
  inn: 'ИНН',
  city: 'Город',
  carrier: 'Транспортная компания',
  comment: 'Комментарий',
  commentHint: (left: number) =>
    left < 0
      ? `Длиннее на ${countOf(-left, ['знак', 'знака', 'знаков'])}: сократите.`
      : `Необязательно. Осталось ${countOf(left, ['знак', 'знака', 'знаков'])}.`,
  commentMax: REQUEST_TEXT_MAX,
  consent: 'Согласен на обработку персональных данных для ответа на заявку.',
  consentLink: 'Кто и как их обрабатывает',
  website: 'Не заполняйте это поле',
  submit: 'Отправить заявку',
  submitting: 'Отправляем…',
  fixAmounts: 'Исправьте количество в отмеченных строках — и отправьте ещё раз.',
  notAsked: 'Цены и наличие ещё не уточнены: подождите или нажмите «Повторить» вверху страницы.',
  agreeFirst: 'Цены изменились: посмотрите новые и согласитесь с ними над списком — потом отправьте.',
  otherContact: 'Связаться иначе',
  nothingOffered: 'Ни одна позиция заявки больше не продаётся: отправлять нечего.',
  notSent: 'Заявка не отправлена.',
  unsure:
    'Ответ сервера не пришёл, и неизвестно, дошла ли заявка. Нажмите «Отправить заявку» ещё раз: если она дошла, второй не будет. Всё введённое сохранено.',
  flood:
    'С вашего адреса пришло слишком много заявок подряд. Подождите минуту и отправьте ещё раз, всё введённое сохранено.',
  earlier: (number: number) =>
    `Заявка № ${number} с этого устройства уже принята, но с тех пор вы её изменили. Отправить то, что сейчас на странице, ещё одной заявкой?`,
  asOther: 'Отправить ещё одной заявкой',
} as const);

export const thanks = typographed({
  heading: (number: number) => `Заявка № ${number} отправлена`,
  numbered: 'Отправлена заявка №',
  lead: 'Менеджер проверит наличие и ответит вам. Запомните номер: по нему заявку быстро найдут.',
  mailed: (email: string) => `Копию отправим на ${email}.`,
  sent: 'Что отправлено',
  own: 'Мои заявки',
  toCatalogue: 'Вернуться в каталог',
  call: 'Вопросы по заявке:',
} as const);

export const sharing = typographed({
  question: (theirs: number, own: number) =>
    `В заявке по ссылке — ${countOf(theirs, POSITIONS)}. В вашей заявке уже ${own === 1 ? 'лежит' : 'лежат'} ${countOf(own, POSITIONS)}.`,
  replace: 'Заменить мою заявку',
  add: 'Добавить к моей',
  keep: 'Оставить мою',
  unread: (count: number) =>
    `${countOf(count, POSITIONS)} из ссылки не ${plural(count, ['прочитана', 'прочитаны', 'прочитано'])}: ссылка повреждена или длиннее ${REQUEST_ITEMS_MAX} позиций.`,
  nothing: 'В ссылке нет ни одной позиции: она повреждена. Попросите прислать её ещё раз.',
} as const);

export const requestErrors = typographed<ErrorTexts<NewRequestError>>({
  'already created': 'Такая заявка уже отправлена.',
  'consent is needed': 'Без согласия на обработку данных заявку принять нельзя.',
  'invalid amount': amountWrong,
  'invalid comment': `Комментарий — не длиннее ${countOf(REQUEST_TEXT_MAX, ['знака', 'знаков', 'знаков'])}.`,
  'invalid email': 'Адрес должен быть вида anna@example.ru.',
  'invalid carrier': 'Транспортная компания — в одну строку, не длиннее 200 знаков.',
  'invalid city': 'Город — в одну строку, не длиннее 200 знаков.',
  'invalid company': 'Компания — в одну строку, не длиннее 200 знаков.',
  'invalid inn': 'Такого ИНН нет: в нём 10 цифр у компании или 12 у предпринимателя — проверьте каждую.',
  'invalid idempotency key': 'Обновите страницу и отправьте ещё раз.',
  'invalid items': 'Список позиций не принят: обновите страницу и отправьте ещё раз.',
  'invalid name': 'Укажите имя: одна строка, до 200 знаков.',
  'invalid phone': 'Укажите номер целиком, с кодом города или оператора: +7 351 200-00-00.',
  'phone or email is needed': 'Укажите телефон или почту, чтобы мы могли ответить.',
  'positions not found': 'Пока вы заполняли заявку, часть позиций сняли с продажи — они отмечены в списке.',
  'prices changed': 'Пока вы заполняли заявку, изменились цены: посмотрите новые в списке и согласитесь с ними.',
  'request looks automatic':
    'Заполнено скрытое поле — так делают программы, а иногда сам браузер. Очистите его и отправьте ещё раз.',
  'wish is empty': 'Напишите, что нужно: номера деталей, названия, количество.',
  'too many requests from you today':
    'Сегодня от вас пришло слишком много заявок. Позвоните нам или отправьте эту завтра: всё введённое сохранено.',
  'too many requests today':
    'Сегодня мы больше не принимаем заявок без входа на сайт. Войдите, позвоните нам или отправьте её завтра: всё введённое сохранено.',
  'too many requests of newcomers today':
    'Сегодня мы больше не принимаем заявок от новых покупателей. Позвоните нам или отправьте её завтра: всё введённое сохранено.',
  'too many items': `В одной заявке — не больше ${REQUEST_ITEMS_MAX} позиций.`,
});

/** How many of an offer there are, when these can be had, and what is the least; nothing to order can be had today. */
export function stockOf(offer: OfferedPosition, asked: number): string {
  const isToday = offer.amount === 0 && offer.deliveryDays === 0;
  return stockText(offer.amount, asked, isToday ? format.leastText(offer) : format.termsText(offer));
}

function lineOf({ offer, amount }: Row, index: number): string {
  if (!offer) return '';
  const { article, manufacturer, brantTitle, stock, price, amount: inStock } = offer;
  const pieces = typographed(`${formatNumber(amount)} шт`);
  const one = formatPrice(price);
  const cost = one ? `${pieces} × ${one} = ${formatPrice(sumOf(price, amount))}` : `${pieces}, цена ${NO_PRICE}`;
  return `${index + 1}. ${[article, offerTitle(offer)].filter(Boolean).join(' ')} (${[manufacturer || brantTitle, stock].filter(Boolean).join(', ')}): ${[cost, lackText(inStock, amount)].filter(Boolean).join('; ')}`;
}

/** What is sent of the request, a line each, and what it comes to; what is not offered any more is left out. */
export const sentLines = (rows: readonly Row[]): string[] => [
  ...rows.filter(({ offer }) => offer).map(lineOf),
  totalText(totalsOf(rows)),
];

/** The request as a text for mails and messengers. */
export const requestText = (rows: readonly Row[]): string => [`${request.heading}:`, ...sentLines(rows)].join('\n');
