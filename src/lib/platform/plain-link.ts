// Recognises a plain click on a link of this site, which scripts may follow without loading a new page.

/** The link of this site that a plain click follows in place; null for any other click. */
export function plainLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.download) return null;
  return link.origin === location.origin ? link : null;
}
