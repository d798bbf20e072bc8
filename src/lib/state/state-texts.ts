import { formatMoment } from '../../../rules/format/day.ts';
import { countOf, formatNumber, NBSP } from '../../../rules/format/numbers.ts';
import { stateHeading } from '../platform/headings.ts';
import { site } from '../platform/site.ts';

const SERVICES: Readonly<Record<string, string>> = {
  mauth: 'учётные записи',
  bridge: 'каталог',
  informator: 'документы и\u00a0страницы',
  mnote: 'слайды',
};

/** What people call a service. */
export const serviceName = (name: string): string => SERVICES[name] ?? name;

/** Texts of the page of the state. */
export const stateTexts = {
  heading: stateHeading,
  lead: 'Как работает сервер: что требует внимания и\u00a0что было за\u00a0сутки. Обновляется само.',
  loading: 'Узнаём состояние…',
  failed: 'Состояние не\u00a0загрузилось.',
  stale: (at: string) => `Не\u00a0удалось обновить. Показано состояние на\u00a0${at}.`,
  asOf: (at: string) => `Состояние на\u00a0${at}`,
  allWell: 'Всё в\u00a0порядке.',
  problems: 'Требует внимания',
  open: 'Открыть',
  processes: 'Процессы',
  unknown: 'не\u00a0удалось узнать',
  none: 'нет',
  imports: {
    title: 'Импорт',
    running: 'Идёт',
    waiting: 'В\u00a0очереди',
    last: 'Последние',
    noRuns: 'Импортов ещё не\u00a0было.',
    all: 'Все импорты',
    states: {
      running: 'идёт',
      done: 'выполнен',
      failed: 'не\u00a0удался',
      interrupted: 'прерван',
    },
    kinds: {
      file: 'Прайс-лист',
      undo: 'Отмена импорта',
      crosses: 'Файл замен',
      hand: 'Правка вручную',
    },
  },
  mails: {
    title: 'Письма',
    waiting: 'ждут',
    failed: 'не\u00a0отправлены',
    oldest: (age: string) => `самое давнее ждёт ${age}`,
    queue: (waiting: number, failed: number) => `ждут\u00a0— ${waiting}, не\u00a0отправлены\u00a0— ${failed}`,
  },
  site: {
    title: 'Страницы сайта',
    states: { fresh: 'свежие', building: 'собираются', failed: 'не\u00a0собрались' },
    state: 'Состояние',
    builtAt: 'Собраны',
  },
  index: {
    title: 'Поиск',
    revision: 'Версия каталога',
    lag: 'Отставание',
    behind: (count: number) =>
      count === 0 ? 'нет' : count >= 1000 ? '1000 изменений и\u00a0больше' : `изменений: ${count}`,
    size: 'Размер индекса',
  },
  backups: {
    title: 'Резервные копии',
    notSet: 'Не\u00a0настроены: делайте копии командой parts backup.',
    last: 'Последняя',
    never: 'ещё не\u00a0было',
    error: 'Ошибка',
  },
  disk: {
    title: 'Диск',
    free: 'Свободно',
    of: (free: string, size: string, percent: number) => `${free} из\u00a0${size} (${percent}\u00a0%)`,
    storage: 'Хранилище файлов',
    answers: (does: boolean) => (does ? 'отвечает' : 'не\u00a0отвечает'),
  },
  versions: {
    title: 'Версии',
    app: 'Программа',
    node: 'Node.js',
    database: (name: string) => `База: ${name}`,
    dialects: { sqlite: 'встроенная', postgres: 'PostgreSQL' },
    migration: (dialect: string, version: number) => `${dialect}, миграция\u00a0${version}`,
    silent: 'не\u00a0отвечает',
  },
  process: {
    title: 'Процесс',
    name: 'Имя',
    services: 'Службы',
    uptime: 'Работает',
    memory: 'Память',
  },
  charts: {
    title: 'За\u00a0сутки',
    empty: 'Первые точки появятся через минуту после запуска.',
    table: 'Таблица',
    time: 'Время',
    requests: 'Запросы за\u00a0полчаса',
    failures: 'Ошибки сервера (5xx)',
    meanMs: 'Средний ответ, мс',
    memory: 'Память, МБ',
    lagMs: 'Задержка цикла, мс',
    mails: 'Писем ждёт',
    summary: (least: string, most: string, last: string) => `от\u00a0${least} до\u00a0${most}, сейчас ${last}`,
    most: (most: string) => `не\u00a0больше ${most}`,
  },
} as const;

// In the accusative: something lasts, waits, or was ago.
const MINUTES = ['минуту', 'минуты', 'минут'] as const;
const HOURS = ['час', 'часа', 'часов'] as const;
const DAYS = ['день', 'дня', 'дней'] as const;
const MINUTE = 60_000;
const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** A moment of an answer, in the time zone of the shop. */
export const momentText = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

/** A span for a person, in its largest whole unit: «1 минуту», «3 часа», «12 дней». */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes === 0) return 'меньше минуты';
  if (minutes < 60) return countOf(minutes, MINUTES);
  if (minutes < 48 * 60) return countOf(Math.floor(minutes / 60), HOURS);
  return countOf(Math.floor(minutes / (24 * 60)), DAYS);
}

/** Room on a disk or in memory: «512 МБ», «12,4 ГБ». */
export function roomText(bytes: number): string {
  if (bytes < GIGABYTE) return `${formatNumber(Math.round(bytes / MEGABYTE))}${NBSP}МБ`;
  return `${formatNumber((bytes / GIGABYTE).toFixed(1))}${NBSP}ГБ`;
}
