import { ROUNDING_STEP_MAX } from '../../../contract/limits.ts';

/** A rounding as typed: to multiples of `step` roubles, `less` so many; nothing is rounded without a direction. */
export interface RoundingParts {
  readonly direction: '' | 'nearest' | 'up';
  readonly step: string;
  readonly less: string;
}

const SHAPE = /^(?:(up|nearest)\s*:)?([^-]*)(?:-(.*))?$/u;

/** The parts of a field such as `10` or `up:100-10`, also of a half-typed one. */
export function readRounding(text: string): RoundingParts {
  const said = text.trim().toLowerCase();
  if (said === '' || said === 'none') return { direction: '', step: '', less: '' };
  const [, direction, step = '', less = ''] = SHAPE.exec(said) ?? [];
  return { direction: direction === 'up' ? 'up' : 'nearest', step: step.trim(), less: less.trim() };
}

/** The parts as the field holds them. */
export const writeRounding = ({ direction, step, less }: RoundingParts): string =>
  direction === '' ? '' : `${direction}:${step}${less === '' ? '' : `-${less}`}`;

const WHOLE = /^\d{1,6}$/u;

/** What is wrong with a rounding: whole roubles are rounded to, and less than the step is taken off. */
export function roundingMistake({ direction, step, less }: RoundingParts): 'step' | 'less' | null {
  if (direction === '') return null;
  if (!WHOLE.test(step) || Number(step) === 0 || Number(step) > ROUNDING_STEP_MAX) return 'step';
  return less === '' || (WHOLE.test(less) && Number(less) < Number(step)) ? null : 'less';
}

/** Whether a rounding can be read. */
export const isRounding = (text: string): boolean => roundingMistake(readRounding(text)) === null;

/** The parts with another text in one; digits alone can be read back. */
export const withRoundingPart = (
  parts: RoundingParts,
  part: 'step' | 'less',
  typed: string,
): RoundingParts => ({ ...parts, [part]: typed.replace(/\D/gu, '') });

/** Steps that prices are usually rounded to, roubles. */
const STEPS = ['1', '5', '10', '50', '100', '500', '1000'];

/** The steps to choose from; one that is used already is among them. */
export const stepsWith = (used: string): readonly string[] =>
  used === '' || STEPS.includes(used)
    ? STEPS
    : [...STEPS, used].sort((one, other) => Number(one) - Number(other));
