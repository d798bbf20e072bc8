// Texts of the pages of sources (places from which price lists are fetched by themselves) and of the files that they
// brought.
import type { RunCounts } from '../../../../contract/catalogue/runs.ts';
import type { SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import type { ImportSourceError } from '../../../../contract/errors.ts';
import type { Arrival, ArrivalState, ImportSource } from '../../../../contract/price-lists/sources.ts';
import { countOf, formatNumber } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { COUNT_LABELS } from '../../../../rules/price-lists/run-labels.ts';
import type { ErrorTexts } from '../../platform/failure-texts.ts';
import { lists } from '../../ui/list-editor-texts.ts';
import { shownKind } from './source-kinds.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
const MAILS = ['письмо', 'письма', 'писем'] as const;

/** Behind «больше» the noun stands in the genitive. */
const moreThan = (days: number): string => countOf(days, ['дня', 'дней', 'дней']);

/** Texts of the list of sources. */
export const sources = typographed({
  lead: 'Откуда прайсы приходят сами. Каждый сначала проверяется; в пределах, заданных у источника, применяется сразу, иначе ждёт решения.',
  loading: 'Загружаем источники…',
  failed: 'Источники не загрузились.',
  empty: 'Источников пока нет. Добавьте папку, адрес или почтовый ящик, и прайсы будут загружаться сами.',
  heading: 'Источники',
  list: 'Источники прайсов',
  create: 'Новый источник',
  kindOf: (kind: SourceKind) => shownKind(kind).name,
  placeText: ({ kind, settings }: Pick<ImportSource, 'kind' | 'settings'>) => shownKind(kind).place(settings),
  guessed: 'столбцы по заголовку файла',
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
  never: 'ещё не было',
  soon: 'в ближайшую минуту',
  notPlanned: 'не запланирована',
  problem: 'Последняя проверка не удалась:',
  ignored: (count: number) => `Не взято чужих: ${countOf(count, MAILS)}`,
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
    `«${title}» исчезнет вместе с прайсами, которые ждут решения. Загруженное останется.`,
  saved: (title: string) => `Источник «${title}» сохранён.`,
  removed: (title: string) => `Источник «${title}» удалён.`,
  history: 'Что приходило',
} as const);

/** Texts about the kinds of prices that 1C sends. */
export const priceKinds = typographed({
  heading: 'Цены из 1С',
  label: 'Вид цен',
  asks: 'В 1С несколько видов цен. Магазин взял первый, который пришёл: проверьте, по нему ли вы продаёте, и выберите другой, если нет.',
  hint: 'Действует со следующего обмена. Чтобы цены сменились у всех товаров, выгрузите из 1С каталог целиком.',
  bySetting: (title: string) => `Вид цен задан настройкой EXCHANGE_PRICE_TYPE: «${title}».`,
  notSeen: 'Такого вида 1С ещё не присылала: цены обмен не меняет.',
  confirm: 'Продаём по этому виду',
  chosen: (title: string) => `Следующий обмен возьмёт цены вида «${title}».`,
} as const);

export const sourceErrors = typographed<ErrorTexts<ImportSourceError>>({
  'arrival is settled': 'По этому прайсу уже решили без вас. Список обновлён.',
  'arrival not found': 'Этого прайса больше нет: его источник удалён. Список обновлён.',
  'brand not found': 'Этот бренд удалён: выберите другой.',
  'file is not kept': 'Файл уже не хранится.',
  'import differs':
    'После проверки каталог изменился, поэтому прайс не загружен. Его итоги посчитаны заново: посмотрите их и примените ещё раз.',
  'invalid days': 'Дни — целое число от 0 до 365.',
  'invalid enabled': 'Укажите, включён ли источник.',
  'invalid kind': 'Выберите, откуда приходят прайсы.',
  'invalid limits': 'Проверьте пределы: проценты — от 0 до 100, число раз — не меньше 1.',
  'invalid minutes': 'Выберите, как часто проверять.',
  'invalid secret': 'Пароль слишком длинный.',
  'invalid settings': 'Проверьте, где искать прайсы: так источник не найти.',
  'invalid title': 'Введите название источника.',
  'preset not found': 'Этих сохранённых настроек больше нет: выберите другие.',
  'provider not found': 'Этот поставщик удалён: выберите другого.',
  'price kind not found': 'Такого вида цен 1С ещё не присылала: обновите страницу.',
  'source not found': 'Этого источника больше нет: его удалили.',
});

const ROWS = ['строка', 'строки', 'строк'] as const;

const STATES = typographed<Readonly<Record<ArrivalState, string>>>({
  applied: 'загружен',
  held: 'ждёт решения',
  failed: 'не прочитан',
  // By a person, for a newer list, or as a mail that its source does not take: the reason says which.
  ignored: 'не загружен',
});

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];

/** The counts of a dry run that are not zero, in one line; '' when all are. */
export const countsText = (counts: RunCounts): string =>
  NAMES.filter((name) => counts[name] > 0)
    .map((name) => `${COUNT_LABELS[name]}:\u00a0${formatNumber(counts[name])}`)
    .join(' · ');

/** Why a price list was staged, failed or ignored: one sentence each. */
export const reasonsOf = ({ reason }: Pick<Arrival, 'reason'>): readonly string[] =>
  reason === null ? [] : reason.split('\n').filter((text) => text !== '');

export const receivedFiles = typographed({
  held: 'Ждут решения',
  stagedEmpty: 'Ничего не ждёт решения.',
  stagedList: 'Прайсы, которые ждут решения',
  listOf: (source: string) => `Что приходило: ${source}`,
  empty: 'Отсюда пока ничего не приходило.',
  loading: 'Загружаем прайсы…',
  failed: 'Прайсы не загрузились.',
  more: 'Показать ещё',
  moreFailed: 'Следующие прайсы не показаны.',
  stateOf: (state: ArrivalState) => STATES[state],
  from: (source: string) => `из источника «${source}»`,
  undone: 'отменён потом',
  why: 'Почему задержан:',
  /** Before the counts of a check, but for those of a list that was applied. */
  planOf: (state: ArrivalState): string =>
    ({ held: 'Что изменится:', ignored: 'Что изменилось бы:', failed: 'Что изменилось бы:', applied: '' })[state],
  rows: (count: number) => countOf(count, ROWS),
  nothing: 'ничего',
  unknown: 'неизвестно, проверить его не получилось',
  unplanned: 'Проверить его не получилось, поэтому итогов нет.',
  apply: 'Применить',
  applyOf: (file: string) => `Применить: ${file}`,
  applyQuestion: 'Применить прайс?',
  /** `counts` is what would change. */
  applyDetails: (file: string, counts: string) =>
    `«${file}» загрузится в каталог так, как показала проверка. Что изменится: ${counts}. Загрузку потом можно отменить.`,
  applying: 'Загружается…',
  reject: 'Отклонить',
  rejectOf: (file: string) => `Отклонить: ${file}`,
  rejectQuestion: 'Отклонить прайс?',
  rejectDetails: (file: string) => `«${file}» не загрузится, его файл не сохранится.`,
  confirmed: 'Применено с вашего подтверждения.',
  applied: (file: string) => `Прайс «${file}» загружен.`,
  rejected: (file: string) => `Прайс «${file}» отклонён.`,
  unsettled: (file: string) => `«${file}»:`,
  unreadable: 'Загрузить его нельзя. Он отмечен как непрочитанный. Список обновлён.',
  run: (id: number) => `Загрузка № ${id}`,
  download: 'Скачать файл',
  downloadOf: (file: string) => `Скачать файл ${file}`,
} as const);
