// The memory of the device (local storage), for what outlives a closed tab; for one tab alone there is tab-memory.ts.

/** Local storage that refuses instead of failing where the browser bars it or it is full. */
export const deviceMemory = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Whether the value is kept. */
  setItem(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  removeItem(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing can be kept there, so there is nothing to forget.
    }
  },
};
export type DeviceMemory = typeof deviceMemory;
