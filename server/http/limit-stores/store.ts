import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/** One limit: so many uses of a key in so many seconds. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Where uses are counted. */
export interface LimitStore {
  /** Counts the uses of one limit (https://github.com/animir/node-rate-limiter-flexible/wiki). */
  counterOf(limit: Limit): RateLimiterAbstract;
  close(): Promise<void>;
}

/** Of this process alone; what stands in, too, where a common store does not answer. */
export const memoryCounter = ({ name, points, duration }: Limit) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

export const memoryStore: LimitStore = { counterOf: memoryCounter, close: async () => {} };
