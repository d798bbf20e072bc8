import { MARKUP_PERCENT_MAX, ROUNDING_STEP_MAX, VAT_PERCENT_MAX } from '../../../contract/limits.ts';
import { formatNumber } from '../../../rules/format/number.ts';

const LABELS = { from: 'от, ₽', to: 'до, ₽', percent: 'наценка, %' } as const;

/** Texts of mark-ups by price. */
export const bandTexts = {
  ...LABELS,
  partOf: (part: keyof typeof LABELS, number: number) => `Ступень ${number}: ${LABELS[part]}`,
  /** Where a row begins that follows another one. */
  startOf: (from: string) => `от\u00a0${from || '…'}\u00a0₽`,
  add: 'Добавить ступень',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать ступень ${number}`,
  mistakes: {
    number: 'Цена\u00a0— число, например 1000\u00a0или 99,90.',
    order: '«До»\u00a0должно быть больше, чем «от».',
    gap: 'Ступень начинается там, где кончается предыдущая.',
    end: 'Укажите, до какой цены: пустой может быть только последняя ступень.',
    percent: `Наценка\u00a0— число больше −100 и\u00a0не\u00a0больше ${formatNumber(MARKUP_PERCENT_MAX)}, например 15\u00a0или 7,5.`,
  },
} as const;

/** Texts of rounding. */
export const roundingTexts = {
  direction: 'Как округлять',
  directions: { '': 'не\u00a0округлять', nearest: 'до\u00a0ближайших', up: 'вверх до' },
  step: 'Шаг округления',
  stepText: (step: string) => `${formatNumber(step) || step}\u00a0₽`,
  less: 'минус, ₽',
  lessLabel: 'Вычесть после округления, ₽',
  mistakes: {
    step: `Шаг\u00a0— целое число рублей, не\u00a0больше ${formatNumber(ROUNDING_STEP_MAX)}.`,
    less: 'Вычесть можно целое число рублей, меньше шага.',
  },
} as const;

/** Texts of brands by manufacturer. */
export const brandTexts = {
  makers: 'Производители',
  makersHint: 'BOSCH, MANN',
  brand: 'Бренд',
  choose: 'Выберите бренд',
  gone: (id: string) => `Удалённый бренд (№\u00a0${id})`,
  partOf: (part: 'makers' | 'brand', number: number) =>
    `${part === 'makers' ? 'Производители' : 'Бренд'}, строка ${number}`,
  add: 'Добавить бренд',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать строку ${number}`,
  mistakes: {
    makers: 'Укажите производителей через запятую.',
    twice: 'Производитель уже назван в\u00a0другой строке.',
    brand: 'Выберите бренд.',
    gone: 'Этого бренда уже нет: выберите другой.',
  },
} as const;

/** Texts of value added tax. */
export const vatTexts = {
  by: 'Что делать с\u00a0НДС',
  ways: { '': 'не\u00a0менять цены', add: 'прибавить к\u00a0ценам', remove: 'вычесть из\u00a0цен' },
  percent: 'Ставка НДС, %',
  mistake: `Ставка\u00a0— число больше нуля и\u00a0не\u00a0больше ${VAT_PERCENT_MAX}, например 22.`,
} as const;
