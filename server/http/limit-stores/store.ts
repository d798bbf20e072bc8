import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** One limit: so many uses of a key in so many seconds. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Counts the uses of one limit; `consume` rejects with a RateLimiterRes when it is one too many. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;

/** Where uses are counted. */
export interface LimitStore {
  counterOf(limit: Limit): Counter;
  close(): Promise<void>;
}

/** Of this process alone; what stands in, too, where a common store does not answer. Its windows end by timers, not by a clock. */
export const memoryCounter = ({ name, points, duration }: Limit): Counter =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

export const memoryStore: LimitStore = { counterOf: memoryCounter, close: async () => {} };
