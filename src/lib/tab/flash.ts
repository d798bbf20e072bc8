import { tabMemory } from './tab-memory.ts';

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
