// The memory of one tab (session storage), and a message that the next page shows once; what outlives the tab is in
// device-memory.ts.

/** Session storage that forgets instead of failing where the browser bars it or it is full. */
export const tabMemory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => attempt(() => sessionStorage.getItem(key)),
  setItem: (key, value) => void attempt(() => sessionStorage.setItem(key, value)),
  removeItem: (key) => void attempt(() => sessionStorage.removeItem(key)),
};

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Session storage key of a message for the next page. */
const KEY = 'flash';

/** Leaves a message for the page that is opened next. */
export const leaveFlash = (text: string): void => tabMemory.setItem(KEY, text);

/** Takes the message that the previous page left; '' when there is none. A message is shown once. */
export function takeFlash(): string {
  const text = tabMemory.getItem(KEY) ?? '';
  tabMemory.removeItem(KEY);
  return text;
}
