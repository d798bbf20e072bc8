import type { MissOutcome, OwnWordKind } from '../../../contract/catalogue/words.ts';
import type { SearchWordError } from '../../../contract/errors.ts';
import { SEARCH_MEANINGS_MAX, SEARCH_WORD_MAX } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';

const WORDS = ['слово', 'слова', 'слов'] as const;
const TIMES = ['раз', 'раза', 'раз'] as const;

const KINDS: Readonly<Record<OwnWordKind, string>> = {
  maker: 'марка или производитель',
  abbreviation: 'сокращение',
  synonym: 'синоним',
  stop: 'лишнее слово',
  none: 'не\u00a0использовать',
};

/** Texts of the dictionary of the search. */
export const words = {
  lead:
    'Когда по\u00a0словам покупателя ничего нет, поиск заменяет известные ему слова и\u00a0убирает лишние. ' +
    'Ваши слова действуют сразу и\u00a0важнее встроенных.',
  filters: 'Отбор слов',
  search: 'слово или его замена',
  find: 'Найти',
  kind: 'Вид',
  anyKind: 'все виды',
  kinds: KINDS,
  kindHints: {
    maker: 'Все названия одного производителя заменяют друг друга: «комацу»\u00a0— «Komatsu».',
    abbreviation: 'Сокращение и\u00a0полное название заменяют друг друга: «гбц»\u00a0— «головка блока цилиндров».',
    synonym: 'Как ещё называют то\u00a0же самое: «крестик»\u00a0— «крестовина».',
    stop: 'Слово ничего не\u00a0говорит о\u00a0детали: «куплю», «цена», название города.',
    none: 'Встроенное слово перестанет действовать.',
  } satisfies Readonly<Record<OwnWordKind, string>>,
  own: 'Только свои',
  reset: 'Сбросить отбор',
  list: 'Слова',
  loading: 'Загружаем словарь…',
  failed: 'Словарь не\u00a0загрузился.',
  more: 'Загрузить ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие слова не\u00a0загрузились.',
  nothingFound: 'Таких слов нет. Измените отбор или добавьте слово.',
  count: (total: number) => countOf(total, WORDS),
  add: 'Добавить слово',
  newHeading: 'Новое слово',
  editHeading: 'Слово для поиска',
  word: 'Как пишут покупатели',
  wordHint: `Одно слово или несколько, до\u00a0${SEARCH_WORD_MAX} знаков. Падеж и\u00a0регистр не\u00a0важны.`,
  means: 'Как это в\u00a0каталоге',
  meansHint: `Варианты через точку с\u00a0запятой, до\u00a0${SEARCH_MEANINGS_MAX}; первый\u00a0— самый вероятный.`,
  save: 'Сохранить',
  cancel: 'Отмена',
  edit: 'Изменить',
  editOf: (word: string) => `Изменить: ${word}`,
  takeBack: 'Вернуть встроенное',
  takeBackOf: (word: string) => `Вернуть встроенное: ${word}`,
  takeBackQuestion: 'Вернуть встроенное слово?',
  takeBackDetails: (word: string) =>
    `Для\u00a0«${word}» снова будет действовать то, с\u00a0чем поставляется программа.`,
  remove: 'Удалить',
  removeOf: (word: string) => `Удалить: ${word}`,
  removeQuestion: 'Удалить слово?',
  removeDetails: (word: string) => `Поиск перестанет узнавать «${word}».`,
  saved: (word: string) => `Слово «${word}» сохранено и\u00a0уже действует.`,
  takenBack: (word: string) => `«${word}» больше не\u00a0изменено вами.`,
  builtIn: 'встроенное',
  changed: 'изменено',
  added: 'своё',
  was: (text: string) => `встроенное: ${text}`,
  check: 'Проверить в\u00a0поиске',
  checkOf: (word: string) => `Проверить в\u00a0поиске: ${word}`,
} as const;

const OUTCOMES: Readonly<Record<MissOutcome, string>> = {
  nothing: 'ничего не\u00a0найдено',
  less: 'найдено без части слов',
  near: 'показаны похожие артикулы',
};

/** Texts of what was searched for and not found. */
export const misses = {
  lead:
    'Запросы, по\u00a0которым каталог не\u00a0нашёл того, что написал покупатель. Кто искал, не\u00a0сохраняется; ' +
    'запросы с\u00a0телефонами и\u00a0почтой не\u00a0записываются.',
  filters: 'Отбор запросов',
  outcome: 'Чем кончилось',
  anyOutcome: 'все запросы',
  outcomes: OUTCOMES,
  outcomeOf: (outcome: MissOutcome, left: string): string =>
    outcome === 'nothing'
      ? OUTCOMES.nothing
      : outcome === 'less'
        ? `найдено без\u00a0слов: ${left}`
        : `нет артикула ${left}, показаны похожие`,
  reset: 'Сбросить отбор',
  list: 'Запросы',
  loading: 'Загружаем запросы…',
  failed: 'Запросы не\u00a0загрузились.',
  more: 'Загрузить ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие запросы не\u00a0загрузились.',
  empty: 'Пока всё находилось.',
  nothingFound: 'Таких запросов нет. Измените отбор.',
  times: (count: number) => countOf(count, TIMES),
  last: 'последний раз',
  search: 'Показать поиск',
  searchOf: (wording: string) => `Показать поиск: ${wording}`,
  toWords: 'В\u00a0словарь',
  toWordsOf: (wording: string) => `В\u00a0словарь: ${wording}`,
  forget: 'Разобрано',
  forgetOf: (wording: string) => `Разобрано: ${wording}`,
  forgotten: (wording: string) => `Запрос «${wording}» убран из\u00a0списка. Если его повторят, он появится снова.`,
  notForgotten: (wording: string) => `Запрос «${wording}» остался в\u00a0списке.`,
} as const;

/** Refusals of the service, by code. */
export const searchWordErrors: ErrorTexts<SearchWordError> = {
  'invalid cursor': 'Список изменился. Откройте страницу заново.',
  'invalid filter': 'Такого отбора нет. Сбросьте его.',
  'invalid kind': 'Выберите вид слова.',
  'invalid means': `Напишите, чем заменять слово: от\u00a0одного до\u00a0${SEARCH_MEANINGS_MAX} вариантов через точку с\u00a0запятой, каждый не\u00a0длиннее ${SEARCH_WORD_MAX} знаков и\u00a0не\u00a0само это слово.`,
  'invalid word': `Напишите слово: с\u00a0буквами или цифрами, не\u00a0длиннее ${SEARCH_WORD_MAX} знаков.`,
  'search miss not found': 'Этого запроса в\u00a0списке уже нет.',
  'search word not found': 'Это слово уже удалено. Список обновлён.',
  'too many words': 'Своих слов слишком много: удалите лишние.',
};
