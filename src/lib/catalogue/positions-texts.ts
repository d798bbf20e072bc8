import type { RunKind } from '../../../contract/catalogue/runs.ts';
import type { ShownFilter } from '../../../contract/catalogue/words.ts';
import type { PositionError, UndoError } from '../../../contract/errors.ts';
import {
  DELIVERY_DAYS_MAX,
  POSITION_IDS_MAX,
  REQUEST_AMOUNT_MAX,
  STAFF_POSITIONS_COUNTED,
} from '../../../contract/limits.ts';
import { countOf, type Forms, formatNumber } from '../../../rules/format/numbers.ts';
import { type ErrorTexts, failureText } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { positionsHeading } from './headings.ts';
import type { ShowAction } from './positions-calls.ts';
import type { Done } from './positions-store.ts';

const POSITIONS: Forms = ['позиция', 'позиции', 'позиций'];
const POSITIONS_OBJECT: Forms = ['позицию', 'позиции', 'позиций'];

const ACTIONS: Readonly<Record<ShowAction, { verb: string; done: string; details: string }>> = {
  hide: {
    verb: 'Скрыть',
    done: 'Скрыто',
    details: 'Покупатели не\u00a0увидят их. Прайсы обновляют скрытые позиции, но\u00a0не\u00a0показывают.',
  },
  remove: {
    verb: 'Удалить',
    done: 'Удалено',
    details: 'Позиции исчезнут с\u00a0сайта. Прайс, в\u00a0котором они есть, вернёт\u00a0их.',
  },
  restore: {
    verb: 'Вернуть',
    done: 'Возвращено',
    details: 'Скрытые и\u00a0удалённые позиции снова увидят покупатели.',
  },
};

/** Texts of the list of positions for administrators. */
export const positions = {
  heading: positionsHeading,
  lead: 'Все позиции каталога: поправить, скрыть, удалить и\u00a0вернуть. Каждое действие можно отменить.',
  filters: 'Отбор позиций',
  search: 'артикул, код или наименование',
  find: 'Найти',
  shownLabel: 'Какие показать',
  shown: {
    shown: 'на\u00a0сайте',
    hidden: 'скрытые',
    removed: 'удалённые',
    all: 'все',
  } satisfies Record<ShownFilter, string>,
  brand: 'Бренд',
  anyBrand: 'все бренды',
  provider: 'Поставщик',
  anyProvider: 'все поставщики',
  withoutPrice: 'без\u00a0цены',
  withoutPhoto: 'без\u00a0фото',
  olderThan: 'Цена старше, дней',
  ofRun: (id: string) => `изменённые в\u00a0загрузке №\u00a0${id}`,
  reset: 'Сбросить отбор',
  list: 'Позиции каталога',
  loading: 'Загружаем позиции…',
  failed: 'Позиции не\u00a0загрузились.',
  empty: 'В\u00a0каталоге пока нет позиций. Загрузите прайс.',
  nothingFound: 'Таких позиций нет. Измените отбор.',
  found: (total: number, isBound: boolean) =>
    isBound
      ? `Найдено больше ${formatNumber(STAFF_POSITIONS_COUNTED)} позиций`
      : `Найдено: ${countOf(total, POSITIONS)}`,
  more: 'Загрузить ещё',
  moreLoading: 'Загружаем…',
  moreFailed: 'Следующие позиции не\u00a0загрузились.',
  download: (format: string) => `Скачать .${format}`,
  downloading: 'Готовим файл…',
  downloadFailed: 'Файл не\u00a0получен.',
  markAll: 'Отметить все на\u00a0странице',
  mark: (article: string, title: string) => `Отметить ${article} ${title}`,
  marked: (count: number) => `Отмечено: ${formatNumber(count)}`,
  narrowFirst: 'Отметьте позиции или задайте отбор, чтобы скрыть или удалить их.',
  act: (action: ShowAction) => ACTIONS[action].verb,
  actOnAll: (action: ShowAction, total: number) => `${ACTIONS[action].verb} все найденные (${formatNumber(total)})`,
  question: (action: ShowAction, count: number) => `${ACTIONS[action].verb} ${countOf(count, POSITIONS_OBJECT)}?`,
  details: (action: ShowAction) => ACTIONS[action].details,
  tooMany: `За\u00a0один раз можно отметить не\u00a0больше ${formatNumber(POSITION_IDS_MAX)} позиций.`,
  done: (done: Done) => {
    if (done.action === 'edit') return done.changed > 0 ? 'Позиция сохранена.' : 'Ничего не\u00a0изменилось.';
    const count = countOf(done.changed, POSITIONS);
    if (done.action !== 'undo') return `${ACTIONS[done.action].done}: ${count}.`;
    const kept = done.kept > 0 ? ` Оставлено как есть: ${countOf(done.kept, POSITIONS)}, изменённые позже.` : '';
    return `Отменено: ${count}.${kept}`;
  },
  undo: 'Отменить',
  hidden: 'скрыта',
  removed: 'удалена',
  expired: 'цена устарела',
  confirmedOn: (day: string) => `цена от\u00a0${day}`,
  noPrice: 'нет цены',
  edit: 'Изменить',
  editOf: (article: string) => `Изменить ${article}`,
  editHeading: 'Позиция',
  save: 'Сохранить',
  cancel: 'Отмена',
  history: 'История',
  historyOf: (article: string) => `История ${article}`,
} as const;

/** Texts of the history of one position. */
export const history = {
  heading: 'История цены и\u00a0остатка',
  loading: 'Загружаем историю…',
  failed: 'История не\u00a0загрузилась.',
  empty: 'Изменений пока не\u00a0было.',
  chart: (from: string, to: string, low: string, high: string) =>
    `Цена с\u00a0${from} по\u00a0${to}: от\u00a0${low} до\u00a0${high}`,
  columns: { when: 'Когда', what: 'Что', price: 'Цена', amount: 'Остаток' },
  kinds: { file: 'Прайс', crosses: 'Кроссы', undo: 'Отмена', hand: 'Вручную' } satisfies Record<RunKind, string>,
  created: 'новая позиция',
  undid: (id: number) => `№\u00a0${id}`,
  was: 'было',
  close: 'Закрыть',
} as const;

const underWay = 'Сейчас загружается прайс-лист: правка не\u00a0сохранена. Подождите и\u00a0повторите.';

/** Refusals, by code of the API. */
export const positionErrors: ErrorTexts<PositionError | UndoError> = {
  'card not found': 'Этой позиции больше нет.',
  'changed meanwhile': 'Пока вы\u00a0смотрели, данные изменились. Обновите список и\u00a0повторите.',
  'import under way': underWay,
  'invalid amount': 'Количество\u00a0— число не\u00a0меньше нуля.',
  'invalid cursor': 'Продолжение списка не\u00a0найдено: обновите страницу.',
  'invalid filter': 'Отбор указан неверно.',
  'invalid ids': positions.tooMany,
  'invalid price': 'Цена\u00a0— число не\u00a0меньше нуля, например 1250,50.',
  'invalid delivery': `Срок поставки\u00a0— целое число дней, от\u00a00 до\u00a0${DELIVERY_DAYS_MAX}.`,
  'invalid lot': `Минимальная партия\u00a0— целое число, от\u00a01 до\u00a0${formatNumber(REQUEST_AMOUNT_MAX)}.`,
  'invalid size': 'Вес и\u00a0размеры\u00a0— числа не\u00a0меньше нуля.',
  'invalid text': 'Текст слишком длинный или пустой.',
  'other article':
    'Можно поправить только написание артикула: другой артикул\u00a0— это другая позиция. Загрузите её прайсом.',
  'position exists': 'Такая позиция с\u00a0этим производителем уже\u00a0есть.',
  'too many positions': `За\u00a0один раз\u00a0— не\u00a0больше ${formatNumber(STAFF_POSITIONS_COUNTED)} позиций: уточните отбор.`,
  'run already undone': 'Это уже отменено.',
  'run is not done': 'Загрузка не\u00a0закончена, отменять нечего.',
  'run not found': 'Этой загрузки нет.',
};

/** Why positions were not changed; of a run under way also which one, and whose. */
export function positionFailureText(failure: Failure): string {
  if (failure.code !== 'import under way') return failureText(failure, positionErrors);
  const { kind, fileName, who } = failure.facts as { kind?: RunKind; fileName?: string; who?: string };
  if (kind === undefined) return underWay;
  const what = kind === 'undo' ? 'отменяется загрузка' : `загружается прайс-лист${fileName ? ` «${fileName}»` : ''}`;
  const by = who ? ` (${who})` : '';
  return `Сейчас ${what}${by}: правка не\u00a0сохранена, всё введённое осталось. Подождите и\u00a0повторите.`;
}

/** A value of a position as its field shows it: `158.03` → `158,03`, `0.00` → `0`; other values as they are. */
export function fieldText(value: string | number | null): string {
  const text = String(value ?? '');
  const [, whole, fraction] = /^(\d+)\.(\d{2})$/u.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return text;
  return fraction === '00' ? whole : `${whole},${fraction}`;
}
