import type { DeviceMemory } from '../../../src/lib/platform/device-memory.ts';

/** A storage of a device; `room` characters fit into it. */
export function deviceWith(room = Number.POSITIVE_INFINITY): DeviceMemory {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) return false;
      kept.set(key, value);
      return true;
    },
    removeItem: (key) => void kept.delete(key),
  };
}

/** A call refused by the server, as ky throws it. */
export const refused = (status: number, error: string, facts = {}) =>
  Object.assign(new Error(error), { response: { status }, data: { error, ...facts } });
