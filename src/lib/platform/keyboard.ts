// The keys of the whole site in the browser: Ctrl+Enter sends a form, «/» goes to the search, Ctrl+K to the commands.

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

/** A hint about keys; '' on a screen that is only touched. */
export const keysHint = (text: string): string =>
  typeof matchMedia === 'function' && matchMedia('(hover: none)').matches ? '' : text;

/** Carries out `submit` on Ctrl+Enter or Cmd+Enter, unless a field inside has taken the key for itself. */
export function submitOnKey(event: Key, submit: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  submit();
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'isComposing'
>;

/**
 * «/» the search, Ctrl+K or Cmd+K the list of commands; null for all others. By the place of a key: the Russian layout
 * has other letters there. `typing`: in a field, where «/» is text.
 */
export function shortcutOf(press: Press, typing: boolean): 'search' | 'commands' | null {
  if (press.defaultPrevented || press.isComposing || press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    const isK = press.code === 'KeyK' || press.key.toLowerCase() === 'k';
    return isK && !press.shiftKey ? 'commands' : null;
  }
  if (typing) return null;
  return press.key === '/' || (press.code === 'Slash' && !press.shiftKey) ? 'search' : null;
}

export const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input, textarea, select, [role="textbox"]'));
