/** Session storage key of a message for the next page. */
const KEY = 'flash';

/** Leaves a message for the page that is opened next; without storage the next page is just silent. */
export function leaveFlash(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is barred.
  }
}

/** Takes the message that the previous page left; '' when there is none. A message is shown once. */
export function takeFlash(): string {
  try {
    const text = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return '';
  }
}
