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

/** Whether a rounding can be read: whole roubles, and less than the step taken off. */
export function isRounding(text: string): boolean {
  const { direction, step, less } = readRounding(text);
  if (direction === '') return true;
  return (
    WHOLE.test(step) && Number(step) > 0 && (less === '' || (WHOLE.test(less) && Number(less) < Number(step)))
  );
}
