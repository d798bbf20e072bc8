// Texts of the page «Состояние», where administrators see how each server process is doing.
import { countOf, formatMoment, formatNumber, NBSP } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

const SERVICES = typographed<Readonly<Record<string, string>>>({
  mauth: 'учётные записи',
  bridge: 'каталог',
  informator: 'документы и страницы',
  mnote: 'слайды',
});

/** The name of a service for users. */
export const serviceName = (name: string): string => SERVICES[name] ?? name;

/** Texts of the page of the state. */
export const stateTexts = typographed({
  lead: 'Как работает сервер и что требует внимания. Страница обновляется сама.',
  loading: 'Узнаём состояние…',
  failed: 'Состояние не загрузилось.',
  stale: (at: string) => `Не удалось обновить. Показано состояние на ${at}.`,
  asOf: (at: string) => `Состояние на ${at}`,
  allWell: 'Всё в порядке.',
  problems: 'Требует внимания',
  open: 'Открыть',
  details: 'Подробности',
  processes: 'Процессы',
  unknown: 'не удалось узнать',
  none: 'нет',
  imports: {
    title: 'Загрузки прайсов',
    running: 'Идёт',
    waiting: 'В очереди',
    last: 'Последние',
    noRuns: 'Загрузок ещё не было.',
    all: 'Все загрузки',
    states: { running: 'идёт', done: 'выполнена', failed: 'не удалась', interrupted: 'не закончена' },
    kinds: { file: 'Прайс', undo: 'Отмена загрузки', crosses: 'Кроссы', hand: 'Правка вручную' },
  },
  mails: {
    title: 'Письма',
    oldest: (age: string) => `самое давнее ждёт ${age}`,
    queue: (waiting: number, failed: number) => `ждут — ${waiting}, не отправлены — ${failed}`,
    failing: 'почтовый сервер их не принимает',
    notSetUp: 'Почта не настроена: письма не уходят.',
  },
  site: {
    title: 'Страницы сайта',
    states: { fresh: 'свежие', building: 'собираются', failed: 'не собрались' },
    state: 'Состояние',
    builtAt: 'Собраны',
  },
  index: {
    title: 'Поиск',
    lag: 'Отставание',
    behind: (count: number) =>
      count === 0 ? 'нет' : count >= 1000 ? '1000 изменений и больше' : `изменений: ${count}`,
  },
  indexFile: { title: 'Индекс поиска', revision: 'Версия каталога', size: 'Размер' },
  backups: {
    title: 'Резервные копии',
    notSet: 'Не настроены.',
    last: 'Последняя',
    never: 'ещё не было',
    failed: 'Последняя попытка не удалась.',
  },
  disk: {
    title: 'Диск',
    free: 'Свободно',
    of: (free: string, size: string, percent: number) => `${free} из ${size} (${percent} %)`,
    storage: 'Хранилище файлов',
    answers: (does: boolean) => (does ? 'отвечает' : 'не отвечает'),
  },
  versions: {
    title: 'Версии',
    app: 'Программа',
    node: 'Node.js',
    database: (name: string) => `База: ${name}`,
    dialects: { sqlite: 'встроенная', postgres: 'PostgreSQL' },
    migration: (dialect: string, version: number) => `${dialect}, миграция ${version}`,
    silent: 'не отвечает',
  },
  process: {
    title: 'Процесс',
    name: 'Имя',
    services: 'Службы',
    uptime: 'Работает',
    memory: 'Память',
    mailProblem: (service: string) => `Ответ почтового сервера: ${service}`,
    backupProblem: 'Ошибка резервной копии',
  },
  charts: {
    title: 'За сутки',
    empty: 'Первые точки появятся через минуту после запуска.',
    table: 'Таблица',
    time: 'Время',
    requests: 'Запросы за полчаса',
    failures: 'Ошибки сервера (5xx)',
    meanMs: 'Средний ответ, мс',
    memory: 'Память, МБ',
    lagMs: 'Задержка цикла, мс',
    mails: 'Писем ждёт',
    summary: (least: string, most: string, last: string) => `от ${least} до ${most}, сейчас ${last}`,
  },
} as const);

// Forms of the accusative.
const MINUTES = ['минуту', 'минуты', 'минут'] as const;
const HOURS = ['час', 'часа', 'часов'] as const;
const DAYS = ['день', 'дня', 'дней'] as const;
const MINUTE = 60_000;
const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** Formats a moment in the time zone of the shop. */
export const momentText = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

/** Formats a span in its largest whole unit: «1 минуту», «3 часа», «12 дней». */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes === 0) return 'меньше минуты';
  if (minutes < 60) return countOf(minutes, MINUTES);
  if (minutes < 48 * 60) return countOf(Math.floor(minutes / 60), HOURS);
  return countOf(Math.floor(minutes / (24 * 60)), DAYS);
}

/** Formats a number of bytes: «512 МБ», «12,4 ГБ». */
export function roomText(bytes: number): string {
  if (bytes < GIGABYTE) return `${formatNumber(Math.round(bytes / MEGABYTE))}${NBSP}МБ`;
  return `${formatNumber((bytes / GIGABYTE).toFixed(1))}${NBSP}ГБ`;
}
