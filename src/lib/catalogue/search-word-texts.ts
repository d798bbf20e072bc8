// Texts of the pages where administrators keep the dictionary of the search and see what buyers did not find.
import type { SavedSearchWord, SearchWord } from '../../../contract/catalogue/search-words.ts';
import type { MissOutcome, OwnWordKind } from '../../../contract/catalogue/words.ts';
import type { SearchWordError } from '../../../contract/errors.ts';
import { READ_WORDING_MAX, SEARCH_MEANINGS_MAX, SEARCH_WORD_MAX } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';

const WORDS = ['слово', 'слова', 'слов'] as const;
const PAIRS = ['пара названий', 'пары названий', 'пар названий'] as const;
const PARTS = ['деталь', 'детали', 'деталей'] as const;
const TIMES = ['раз', 'раза', 'раз'] as const;

const KINDS = typographed<Readonly<Record<OwnWordKind, string>>>({
  maker: 'марка или производитель',
  abbreviation: 'сокращение',
  synonym: 'синоним',
  stop: 'лишнее слово',
  none: 'не использовать',
  part: 'это деталь',
  machine: 'это машина',
  plain: 'не читать',
});

/** What is said of a word: «синоним «вкладыш»». */
const saidText = ({ kind, means }: Pick<SearchWord, 'kind' | 'means'>): string =>
  [KINDS[kind], ...(means.length > 0 ? [`«${means.join('; ')}»`] : [])].join(' ');

/** Texts of the dictionary of the search. */
export const words = typographed({
  lead:
    'Когда по словам покупателя ничего нет, поиск заменяет известные ему слова и убирает лишние. ' +
    'Ваши слова действуют сразу и важнее встроенных. ' +
    'Здесь же исправляют то, что программа прочитала в названиях: какая это деталь и для какой машины.',
  filters: 'Отбор слов',
  search: 'слово или его замена',
  find: 'Найти',
  kind: 'Вид',
  anyKind: 'все виды',
  kinds: KINDS,
  kindHints: {
    maker:
      'Все названия одного производителя заменяют друг друга: «комацу» — «Komatsu». ' +
      'Если замена одна, покупатели видят производителя под ней.',
    abbreviation: 'Сокращение и полное название заменяют друг друга: «гбц» — «головка блока цилиндров».',
    synonym: 'Как ещё называют то же самое: «крестик» — «крестовина».',
    stop: 'Слово ничего не говорит о детали: «куплю», «цена», название города.',
    none: 'Встроенное слово перестанет действовать.',
    part:
      'Где в названии или запросе есть эти слова, это такая деталь: «помпа» — «насос водяной». ' +
      'Название целиком исправит одну деталь, слово или два — всю группу или всё, что так пишет поставщик.',
    machine:
      'Где в названии или запросе есть эти слова, это такая машина. ' +
      'Название целиком исправит одну деталь, слово или два — всё, что так пишет поставщик.',
    plain:
      'Слова не значат ни детали, ни машины: программа зря их так прочитала. ' +
      'Название целиком исправит одну деталь, слово или два — всю группу.',
  } satisfies Readonly<Record<OwnWordKind, string>>,
  own: 'Только свои',
  reset: 'Сбросить отбор',
  list: 'Слова',
  loading: 'Загружаем словарь…',
  failed: 'Словарь не загрузился.',
  moreFailed: 'Следующие слова не загрузились.',
  nothingFound: 'Таких слов нет. Измените отбор или добавьте слово.',
  count: (total: number) => countOf(total, WORDS),
  add: 'Добавить слово',
  newHeading: 'Новое слово',
  editHeading: 'Слово для поиска',
  word: 'Как пишут покупатели или поставщики',
  wordHint: (isTitle: boolean) =>
    `Одно слово${isTitle ? ', несколько или всё название' : ' или несколько'}, ` +
    `до ${isTitle ? READ_WORDING_MAX : SEARCH_WORD_MAX} знаков. Падеж и регистр не важны.`,
  means: 'Как это в каталоге',
  meansHint: `Варианты через точку с запятой, до ${SEARCH_MEANINGS_MAX}; первый — самый вероятный.`,
  names: { part: 'Какая это деталь', machine: 'Какая это машина' },
  namesHint: 'Начните писать и выберите название из подсказок.',
  near: (names: string) => `Похожие: ${names}.`,
  save: 'Сохранить',
  cancel: 'Отмена',
  edit: 'Изменить',
  editOf: (word: string) => `Изменить: ${word}`,
  takeBack: 'Вернуть встроенное',
  takeBackOf: (word: string) => `Вернуть встроенное: ${word}`,
  takeBackQuestion: 'Вернуть встроенное слово?',
  takeBackDetails: (word: string) => `Для «${word}» снова будет действовать то, с чем поставляется программа.`,
  remove: 'Удалить',
  removeOf: (word: string) => `Удалить: ${word}`,
  removeQuestion: 'Удалить слово?',
  removeDetails: (word: string) => `Программа перестанет узнавать «${word}».`,
  saved: ({ word, replaced }: Pick<SavedSearchWord, 'word' | 'replaced'>) =>
    `Слово «${word}» сохранено и уже действует.${replaced ? ` Раньше было: ${saidText(replaced)}.` : ''}`,
  takenBack: ({ word }: Pick<SearchWord, 'word'>) => `«${word}» больше не изменено вами.`,
  builtIn: 'встроенное',
  changed: 'изменено',
  added: 'своё',
  likely: (count: number) =>
    count > 0
      ? `Похоже, это один производитель: ${countOf(count, PAIRS)}`
      : 'Похожих названий производителей больше нет',
  likelyLead:
    'Покупатели видят эти названия порознь: и в отборе, и в карточках. Цены, коды и прайс-листы от объединения не меняются.',
  likelyParts: (count: number) => countOf(count, PARTS),
  join: (means: string) => `Назвать «${means}»`,
  joinOf: (word: string, means: string) => `Назвать «${means}» вместо «${word}»`,
  apart: 'Это разные',
  apartOf: (word: string, means: string) => `Это разные: «${word}» и «${means}»`,
  settled: ({ word, means: [name] }: Pick<SearchWord, 'word' | 'means'>) =>
    name === undefined || name === word
      ? `«${word}» остаётся отдельным производителем.`
      : `«${word}» теперь показывается как «${name}».`,
  was: (text: string) => `встроенное: ${text}`,
  check: 'Проверить в поиске',
  checkOf: (word: string) => `Проверить в поиске: ${word}`,
} as const);

const OUTCOMES = typographed<Readonly<Record<MissOutcome, string>>>({
  nothing: 'ничего не найдено',
  less: 'найдено без части слов',
  near: 'показаны похожие артикулы',
});

export const misses = typographed({
  lead:
    'Запросы, по которым каталог не нашёл того, что написал покупатель. Кто искал, не сохраняется; ' +
    'запросы с телефонами и почтой не записываются.',
  filters: 'Отбор запросов',
  outcome: 'Чем кончилось',
  anyOutcome: 'все запросы',
  outcomes: OUTCOMES,
  outcomeOf: (outcome: MissOutcome, left: string): string =>
    outcome === 'nothing'
      ? OUTCOMES.nothing
      : outcome === 'less'
        ? `найдено без слов: ${left}`
        : `нет артикула ${left}, показаны похожие`,
  list: 'Запросы',
  loading: 'Загружаем запросы…',
  failed: 'Запросы не загрузились.',
  moreFailed: 'Следующие запросы не загрузились.',
  empty: 'Пока всё находилось.',
  nothingFound: 'Таких запросов нет. Измените отбор.',
  times: (count: number) => countOf(count, TIMES),
  last: 'последний раз',
  search: 'Показать поиск',
  searchOf: (wording: string) => `Показать поиск: ${wording}`,
  toWords: 'В словарь',
  toWordsOf: (wording: string) => `В словарь: ${wording}`,
  forget: 'Разобрано',
  forgetOf: (wording: string) => `Разобрано: ${wording}`,
  forgotten: (wording: string) => `Запрос «${wording}» убран из списка. Если его повторят, он появится снова.`,
  notForgotten: (wording: string) => `Запрос «${wording}» остался в списке.`,
} as const);

export const searchWordErrors = typographed<ErrorTexts<SearchWordError>>({
  'invalid cursor': 'Список изменился. Откройте страницу заново.',
  'invalid filter': 'Такого отбора нет. Сбросьте его.',
  'invalid kind': 'Выберите вид слова.',
  'invalid means': `Напишите, чем заменять слово: от одного до ${SEARCH_MEANINGS_MAX} вариантов через точку с запятой, каждый не длиннее ${SEARCH_WORD_MAX} знаков и не само это слово.`,
  'invalid word': `Напишите слово: с буквами или цифрами, не длиннее ${SEARCH_WORD_MAX} знаков, а для детали или машины — ${READ_WORDING_MAX}.`,
  'search miss not found': 'Этого запроса в списке уже нет.',
  'search word not found': 'Это слово уже удалено. Список обновлён.',
  'names in a circle': 'Эти названия замыкаются в круг: уберите замену, сказанную раньше.',
  'too many words': 'Своих слов слишком много: удалите лишние.',
  'unknown machine': 'Такой машины программа не знает. Выберите её из подсказок.',
  'unknown part': 'Такой детали программа не знает. Выберите её из подсказок.',
});
