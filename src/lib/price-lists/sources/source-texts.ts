import type { RunCounts } from '../../../../contract/catalogue/counts.ts';
import type { SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import type { ImportSourceError } from '../../../../contract/errors.ts';
import type { Arrival, ArrivalState, ImportSource } from '../../../../contract/price-lists/sources.ts';
import { countOf, formatNumber } from '../../../../rules/format/numbers.ts';
import { COUNT_LABELS } from '../../../../rules/price-lists/run-labels.ts';
import type { ErrorTexts } from '../../platform/failure-texts.ts';
import { lists } from '../../ui/reference-texts.ts';
import { shownKind } from './source-kinds.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
const MAILS = ['письмо', 'письма', 'писем'] as const;

/** Behind «больше» the noun stands in the genitive. */
const moreThan = (days: number): string => countOf(days, ['дня', 'дней', 'дней']);

/** Texts of the list of sources. */
export const sources = {
  lead: 'Откуда прайс-листы приходят сами. Каждый сначала проверяется; в\u00a0пределах, заданных у\u00a0источника, применяется сразу, иначе ждёт решения.',
  loading: 'Загружаем источники…',
  failed: 'Источники не\u00a0загрузились.',
  empty: 'Источников пока нет. Добавьте папку, адрес или почтовый ящик, и\u00a0прайс-листы будут загружаться сами.',
  heading: 'Источники',
  list: 'Источники прайс-листов',
  create: 'Новый источник',
  kindOf: (kind: SourceKind) => shownKind(kind).name,
  placeText: ({ kind, settings }: Pick<ImportSource, 'kind' | 'settings'>) => shownKind(kind).place(settings),
  guessed: 'столбцы по\u00a0заголовку файла',
  preset: (name: string) => `настройки «${name}»`,
  goneOwner: 'удалён',
  off: 'выключен',
  checking: 'проверяется',
  broken: 'ошибка',
  quiet: (days: number | null, after: number) =>
    days === null ? `Прайса нет больше ${moreThan(after)}` : `Нет прайса ${countOf(days, DAYS)}`,
  checked: 'Последняя проверка',
  arrived: 'Последний прайс',
  next: 'Следующая проверка',
  never: 'ещё не\u00a0было',
  soon: 'в\u00a0ближайшую минуту',
  notPlanned: 'не\u00a0запланирована',
  problem: 'Последняя проверка не\u00a0удалась:',
  ignored: (count: number) => `Не\u00a0взято чужих: ${countOf(count, MAILS)}`,
  check: 'Проверить сейчас',
  checkOf: (title: string) => `Проверить сейчас: ${title}`,
  turnOn: 'Включить',
  turnOff: 'Выключить',
  turnOf: (isEnabled: boolean, title: string) => `${isEnabled ? 'Выключить' : 'Включить'}: ${title}`,
  edit: lists.edit,
  editOf: (title: string) => `${lists.edit}: ${title}`,
  remove: lists.remove,
  removeOf: (title: string) => `${lists.remove}: ${title}`,
  removeQuestion: 'Удалить источник?',
  removeDetails: (title: string) =>
    `«${title}» исчезнет вместе с\u00a0прайс-листами, которые ждут решения. Загруженное останется.`,
  saved: (title: string) => `Источник «${title}» сохранён.`,
  removed: (title: string) => `Источник «${title}» удалён.`,
  history: 'Что приходило',
} as const;

/** Refusals of the service, by code. */
export const sourceErrors: ErrorTexts<ImportSourceError> = {
  'arrival is settled': 'По\u00a0этому прайс-листу уже решили без\u00a0вас. Список обновлён.',
  'arrival not found': 'Этого прайс-листа больше нет: его источник удалён. Список обновлён.',
  'brand not found': 'Этот бренд удалён: выберите другой.',
  'file is not kept': 'Файл уже не\u00a0хранится.',
  'invalid days': 'Дни\u00a0— целое число от\u00a00 до\u00a0365.',
  'invalid enabled': 'Укажите, включён ли источник.',
  'invalid kind': 'Выберите, откуда приходят прайс-листы.',
  'invalid limits': 'Проверьте пределы: проценты\u00a0— от\u00a00 до\u00a0100, число раз\u00a0— не\u00a0меньше\u00a01.',
  'invalid minutes': 'Выберите, как часто проверять.',
  'invalid secret': 'Пароль слишком длинный.',
  'invalid settings': 'Проверьте, где искать прайс-листы: так источник не\u00a0найти.',
  'invalid title': 'Введите название источника.',
  'preset not found': 'Этих сохранённых настроек больше нет: выберите другие.',
  'provider not found': 'Этот поставщик удалён: выберите другого.',
  'source not found': 'Этого источника больше нет: его удалили.',
};

const ROWS = ['строка', 'строки', 'строк'] as const;

const STATES: Readonly<Record<ArrivalState, string>> = {
  applied: 'загружен',
  held: 'ждёт решения',
  failed: 'не\u00a0прочитан',
  ignored: 'отклонён',
};

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];

/** The counts of a dry run that are not zero, in one line; '' when all are. */
export const countsText = (counts: RunCounts): string =>
  NAMES.filter((name) => counts[name] > 0)
    .map((name) => `${COUNT_LABELS[name]}:\u00a0${formatNumber(counts[name])}`)
    .join(' · ');

/** Why a price list was held, failed or passed over: one sentence each. */
export const reasonsOf = ({ reason }: Pick<Arrival, 'reason'>): readonly string[] =>
  reason === null ? [] : reason.split('\n').filter((text) => text !== '');

/** Texts of what came by itself. */
export const arrivals = {
  held: 'Ждут решения',
  heldEmpty: 'Ничего не\u00a0ждёт решения.',
  heldList: 'Прайс-листы, которые ждут решения',
  listOf: (source: string) => `Что приходило: ${source}`,
  empty: 'Отсюда пока ничего не\u00a0приходило.',
  loading: 'Загружаем прайс-листы…',
  failed: 'Прайс-листы не\u00a0загрузились.',
  more: 'Показать ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие прайс-листы не\u00a0показаны.',
  stateOf: (state: ArrivalState) => STATES[state],
  from: (source: string) => `из\u00a0источника «${source}»`,
  why: 'Почему задержан:',
  plan: 'Что изменится:',
  rows: (count: number) => countOf(count, ROWS),
  nothing: 'ничего',
  unplanned: 'Проверить его не\u00a0получилось, поэтому итогов нет.',
  apply: 'Применить',
  applyOf: (file: string) => `Применить: ${file}`,
  applyQuestion: 'Применить прайс-лист?',
  applyDetails: (file: string) =>
    `«${file}» загрузится в\u00a0каталог, хотя и\u00a0выходит за\u00a0пределы источника. Загрузку потом можно отменить.`,
  applying: 'Загружается…',
  reject: 'Отклонить',
  rejectOf: (file: string) => `Отклонить: ${file}`,
  rejectQuestion: 'Отклонить прайс-лист?',
  rejectDetails: (file: string) => `«${file}» не\u00a0загрузится, его файл не\u00a0сохранится.`,
  applied: (file: string) => `Прайс-лист «${file}» загружен.`,
  rejected: (file: string) => `Прайс-лист «${file}» отклонён.`,
  unsettled: (file: string) => `«${file}»:`,
  unreadable: 'Загрузить его нельзя. Он отмечен как непрочитанный. Список обновлён.',
  run: (id: number) => `Загрузка №\u00a0${id}`,
  download: 'Скачать файл',
  downloadOf: (file: string) => `Скачать файл ${file}`,
} as const;
