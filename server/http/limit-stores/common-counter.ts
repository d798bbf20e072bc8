import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counter, type Limit, memoryCounter } from './store.ts';

/** How often a key was used in its present window, and how long that goes on, ms. */
export interface Uses {
  readonly points: number;
  readonly left: number;
}

/** Adds so many uses to a key whose windows are so long, ms. */
export type AddUses = (key: string, by: number, ms: number) => Promise<Uses>;

/** Counts by `add`; where that fails memory stands in. */
export function commonCounter(limit: Limit, add: AddUses): Counter {
  const standIn = memoryCounter(limit);
  const keyOf = (key: string | number) => `${limit.name}:${key}`;
  const addTo = async (key: string | number, by: number) => {
    const { points, left } = await add(keyOf(key), by, limit.duration * 1000);
    return new RateLimiterRes(Math.max(0, limit.points - points), left, points, points === by);
  };
  return {
    consume: async (key) => {
      const uses = await addTo(key, 1).catch(() => standIn.consume(key));
      if (uses.consumedPoints > limit.points) throw uses;
      return uses;
    },
    reward: (key) => addTo(key, -1).catch(() => standIn.reward(key)),
  };
}

/**
 * The statement that adds uses, by the names or numbers of what it is given: a window that is over begins anew, and so does one
 * that ends later than two of them could. That was begun before the clock was set back; one step of a few seconds, or a machine
 * whose clock is a little ahead, begins none.
 */
export const additionTo = (
  table: string,
  { key, by, ms, now }: Record<'key' | 'by' | 'ms' | 'now', string>,
) => {
  const isPresent = `counted.expire > ${now} AND counted.expire <= ${now} + 2 * ${ms}`;
  return `INSERT INTO ${table} AS counted (key, points, expire)
    VALUES (${key}, CASE WHEN ${by} > 0 THEN ${by} ELSE 0 END, ${now} + ${ms})
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isPresent} THEN counted.points + ${by} ELSE excluded.points END,
      expire = CASE WHEN ${isPresent} THEN counted.expire ELSE excluded.expire END
    RETURNING points, expire - ${now} AS "left"`;
};
