type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

/** Carries out `submit` on Ctrl+Enter or Cmd+Enter, unless a field inside has taken the key for itself. */
export function submitOnKey(event: Key, submit: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  submit();
}
