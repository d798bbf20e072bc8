import { REQUEST_AMOUNT_MAX } from '../../../contract/limits.ts';

/** An offer as it lies in the request on this device; article and title name it still when it is not offered any more. */
export interface KeptOffer {
  readonly amount: number;
  /** Offers stand in the order of their places. */
  readonly place: number;
  /** The two-decimal price that was seen and not objected to; null: none was seen yet. */
  readonly price: string | null;
  readonly article: string;
  readonly title: string;
}

/** Whether so many pieces can be asked for. */
const isAmount = (amount: unknown): amount is number =>
  Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= REQUEST_AMOUNT_MAX;

/** Reads what lies on the device; undefined for what is no offer. */
export function readKept(stored: string): KeptOffer | undefined {
  try {
    const { amount, place, price, article, title } = JSON.parse(stored) as Partial<Record<string, unknown>>;
    if (!isAmount(amount)) return undefined;
    return {
      amount,
      place: typeof place === 'number' ? place : 0,
      price: typeof price === 'string' ? price : null,
      article: typeof article === 'string' ? article : '',
      title: typeof title === 'string' ? title : '',
    };
  } catch {
    return undefined;
  }
}

/** Reads a quantity as people type it, blanks between digits too; null for what is none that can be asked for. */
export function readAmount(typed: string): number | null {
  const digits = typed.replace(/\s/gu, '');
  const amount = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return isAmount(amount) ? amount : null;
}
