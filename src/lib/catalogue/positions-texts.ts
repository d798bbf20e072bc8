// Texts of the page where administrators find and change positions (offers of suppliers), and of the history of a
// position.
import type { RunKind } from '../../../contract/catalogue/runs.ts';
import type { ShownFilter } from '../../../contract/catalogue/words.ts';
import type { PositionError, UndoError } from '../../../contract/errors.ts';
import * as limits from '../../../contract/limits.ts';
import { countOf, type Forms, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { downloads, type ErrorTexts, failureText } from '../platform/failure-texts.ts';
import { positionsHeading } from '../platform/headings.ts';
import type { Failure } from '../platform/http-client.ts';
import type { ShowAction } from './positions-calls.ts';
import type { Done } from './positions-store.ts';

const POSITIONS: Forms = ['позиция', 'позиции', 'позиций'];
const POSITIONS_OBJECT: Forms = ['позицию', 'позиции', 'позиций'];

const ACTIONS = typographed<Readonly<Record<ShowAction, { verb: string; done: string; details: string }>>>({
  hide: {
    verb: 'Скрыть',
    done: 'Скрыто',
    details: 'Покупатели не увидят их. Прайсы обновляют скрытые позиции, но не показывают.',
  },
  remove: {
    verb: 'Удалить',
    done: 'Удалено',
    details: 'Позиции исчезнут с сайта. Прайс, в котором они есть, вернёт их.',
  },
  restore: { verb: 'Вернуть', done: 'Возвращено', details: 'Скрытые и удалённые позиции снова увидят покупатели.' },
});

/** What did not change, and why; '' where everything did. */
function othersText({ unchanged, refused = 0 }: { readonly unchanged: number; readonly refused?: number }): string {
  return [
    unchanged > 0 && ` Без изменений: ${countOf(unchanged, POSITIONS)}.`,
    refused > 0 &&
      ` Оставлено как есть, потому что у бренда и поставщика такие уже есть: ${countOf(refused, POSITIONS)}.`,
  ]
    .filter(Boolean)
    .join('');
}

/** Texts of the list of positions for administrators. */
export const positions = typographed({
  heading: positionsHeading,
  lead: 'Все позиции каталога: поправить, скрыть, удалить и вернуть. Каждое действие можно отменить.',
  filters: 'Отбор позиций',
  search: 'артикул, код или наименование',
  find: 'Найти',
  shownLabel: 'Какие показать',
  shown: { shown: 'на сайте', hidden: 'скрытые', removed: 'удалённые', all: 'все' } satisfies Record<
    ShownFilter,
    string
  >,
  brand: 'Бренд',
  anyBrand: 'все бренды',
  provider: 'Поставщик',
  anyProvider: 'все поставщики',
  withoutPrice: 'без цены',
  withoutPhoto: 'без фото',
  olderThan: 'Цена старше, дней',
  ofRun: (id: string) => `изменённые в загрузке № ${id}`,
  reset: 'Сбросить отбор',
  list: 'Позиции каталога',
  loading: 'Загружаем позиции…',
  failed: 'Позиции не загрузились.',
  empty: 'В каталоге пока нет позиций. Загрузите прайс.',
  nothingFound: 'Таких позиций нет. Измените отбор.',
  found: (total: number, isBound: boolean) =>
    isBound
      ? `Найдено больше ${formatNumber(limits.STAFF_POSITIONS_COUNTED)} позиций`
      : `Найдено: ${countOf(total, POSITIONS)}`,
  moreFailed: 'Следующие позиции не загрузились.',
  download: (format: string) => `Скачать .${format}`,
  ...downloads,
  markAll: 'Отметить все на странице',
  mark: (article: string, title: string) => `Отметить ${article} ${title}`,
  marked: (count: number) => `Отмечено: ${formatNumber(count)}`,
  narrowFirst: 'Отметьте позиции или задайте отбор, чтобы изменить, скрыть или удалить их.',
  act: (action: ShowAction) => ACTIONS[action].verb,
  actOnAll: (action: ShowAction, total: number) => `${ACTIONS[action].verb} все найденные (${formatNumber(total)})`,
  question: (action: ShowAction, count: number) => `${ACTIONS[action].verb} ${countOf(count, POSITIONS_OBJECT)}?`,
  details: (action: ShowAction) => ACTIONS[action].details,
  tooMany: `За один раз можно отметить не больше ${formatNumber(limits.POSITION_IDS_MAX)} позиций.`,
  done: (done: Done) => {
    if (done.action === 'edit') return done.changed > 0 ? 'Позиция сохранена.' : 'Ничего не изменилось.';
    const count = countOf(done.changed, POSITIONS);
    if (done.action === 'undo') {
      const kept =
        done.kept > 0 ? ` Оставлено как есть, потому что меняли позже: ${countOf(done.kept, POSITIONS)}.` : '';
      return `Отменено: ${count}.${kept}`;
    }
    const act = done.action === 'change' ? 'Изменено' : ACTIONS[done.action].done;
    return `${act}: ${count}.${othersText(done)}`;
  },
  undo: 'Отменить',
  hidden: 'скрыта',
  removed: 'удалена',
  expired: 'цена устарела',
  confirmedOn: (day: string) => `цена от ${day}`,
  noPrice: 'нет цены',
  edit: 'Изменить',
  editOf: (article: string) => `Изменить ${article}`,
  editHeading: 'Позиция',
  save: 'Сохранить',
  cancel: 'Отмена',
  history: 'История',
  historyOf: (article: string) => `История ${article}`,
} as const);

/** Texts of the dialog that changes many positions at once. */
export const bulk = typographed({
  open: 'Изменить…',
  openAll: (total: number) => `Изменить все найденные (${formatNumber(total)})…`,
  heading: (count: number) => `Изменить ${countOf(count, POSITIONS_OBJECT)}`,
  price: 'Цена',
  priceBy: { '': 'не менять', set: 'одна для всех', percent: 'на процент', round: 'только округлить' },
  priceValue: { set: 'Новая цена, ₽', percent: 'На сколько, %' },
  percentHint: '10 — дороже на 10 %, −10 — дешевле. Позиции без цены не изменятся.',
  roundTo: 'Округлить',
  notRounded: 'не округлять',
  toRoubles: (roubles: number) => `до ${formatNumber(roubles)} ₽`,
  amount: 'Остаток',
  blank: 'Пустое поле — не менять.',
  brand: 'Бренд',
  provider: 'Поставщик',
  leave: 'не менять',
  look: 'Посмотреть, что изменится',
  apply: (count: number) => `Изменить ${countOf(count, POSITIONS_OBJECT)}`,
  cancel: 'Отмена',
  plan: (answer: { readonly changed: number; readonly unchanged: number; readonly refused: number }) =>
    answer.changed === 0
      ? `Ничего не изменится.${othersText(answer)}`
      : `Изменится: ${countOf(answer.changed, POSITIONS)}.${othersText(answer)}`,
  shownFirst: (count: number) => `Показаны первые ${formatNumber(count)}.`,
  noPrice: 'нет цены',
  pieces: (amount: string) => `${amount} шт.`,
} as const);

export const history = typographed({
  heading: 'История цены и остатка',
  loading: 'Загружаем историю…',
  failed: 'История не загрузилась.',
  empty: 'Изменений пока не было.',
  chart: (from: string, to: string, low: string, high: string) => `Цена с ${from} по ${to}: от ${low} до ${high}`,
  columns: { when: 'Когда', what: 'Что', price: 'Цена', amount: 'Остаток' },
  kinds: { file: 'Прайс', crosses: 'Кроссы', undo: 'Отмена', hand: 'Вручную' } satisfies Record<RunKind, string>,
  created: 'новая позиция',
  undid: (id: number) => `№ ${id}`,
  was: 'было',
  close: 'Закрыть',
} as const);

const importUnderWay = typographed('Сейчас загружается прайс: правка не сохранена. Подождите и повторите.');

export const positionErrors = typographed<ErrorTexts<PositionError | UndoError>>({
  'brand not found': 'Этого бренда уже нет: возможно, его удалили.',
  'card not found': 'Этой позиции больше нет.',
  'changed meanwhile': 'Пока вы смотрели, данные изменились. Обновите список и повторите.',
  'import under way': importUnderWay,
  'invalid amount': 'Количество — число не меньше нуля.',
  'invalid change': 'Укажите, что изменить: цену, остаток, бренд или поставщика.',
  'invalid cursor': 'Продолжение списка не найдено: обновите страницу.',
  'invalid filter': 'Отбор указан неверно.',
  'invalid ids': positions.tooMany,
  'invalid percent': 'Процент — число больше −100 и не больше 1000, например 7,5 или −10.',
  'invalid price': 'Цена — число не меньше нуля, например 1250,50.',
  'invalid rounding': 'Округлять можно до целых рублей.',
  'invalid delivery': `Срок поставки — целое число дней, от 0 до ${limits.DELIVERY_DAYS_MAX}.`,
  'invalid lot': `Минимальная партия — целое число, от 1 до ${formatNumber(limits.REQUEST_AMOUNT_MAX)}.`,
  'invalid size': 'Вес и размеры — числа не меньше нуля.',
  'invalid text': 'Текст слишком длинный или пустой.',
  'other article':
    'Можно поправить только написание артикула: другой артикул — это другая позиция. Загрузите её прайсом.',
  'position exists': 'Такая позиция с этим производителем уже есть.',
  'provider not found': 'Этого поставщика уже нет: возможно, его удалили.',
  'too many positions': `За один раз — не больше ${formatNumber(limits.STAFF_POSITIONS_COUNTED)} позиций: уточните отбор.`,
  'run already undone': 'Это уже отменено.',
  'run is not done': 'Загрузка не закончена, отменять нечего.',
  'run not found': 'Этой загрузки нет.',
});

/** Why positions were not changed; of a run under way also which one, and whose. */
export function positionFailureText(failure: Failure): string {
  if (failure.code !== 'import under way') return failureText(failure, positionErrors);
  const { kind, fileName, who } = failure.facts as { kind?: RunKind; fileName?: string; who?: string };
  if (kind === undefined) return importUnderWay;
  const what = kind === 'undo' ? 'отменяется загрузка' : `загружается прайс${fileName ? ` «${fileName}»` : ''}`;
  const by = who ? ` (${who})` : '';
  return typographed(`Сейчас ${what}${by}: правка не сохранена, всё введённое осталось. Подождите и повторите.`);
}

/** A value of a position as its field shows it: `158.03` → `158,03`, `0.00` → `0`; other values as they are. */
export function fieldText(value: string | number | null): string {
  const text = String(value ?? '');
  const [, whole, fraction] = /^(\d+)\.(\d{2})$/u.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return text;
  return fraction === '00' ? whole : `${whole},${fraction}`;
}
