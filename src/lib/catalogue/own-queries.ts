import type { DeviceMemory } from '../drafts/device-memory.ts';

/** Key of the device's memory; nobody else ever hears of what is kept there. */
const KEY = 'queries';
const KEPT_MAX = 8;
const LENGTH_MAX = 100;

/** The last queries typed on this device, the newest first; they stay on it until somebody clears them. */
export function createOwnQueries(memory: DeviceMemory) {
  function list(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(memory.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, KEPT_MAX) : [];
    } catch {
      return [];
    }
  }

  return {
    list,
    remember(typed: string) {
      const query = typed.trim();
      if (query === '' || query.length > LENGTH_MAX) return;
      const others = list().filter((other) => other.toLowerCase() !== query.toLowerCase());
      memory.setItem(KEY, JSON.stringify([query, ...others].slice(0, KEPT_MAX)));
    },
    clear: () => memory.removeItem(KEY),
  };
}
