/** How far down a page of results was when it was left; kept with its entry of the history. */
interface Left {
  readonly rows: number;
  readonly top: number;
}

/** What this entry of the history remembers. */
export function leftHere(): Left {
  const { rows, top } = (history.state ?? {}) as Partial<Record<keyof Left, unknown>>;
  return { rows: Number(rows) || 0, top: Number(top) || 0 };
}

/** Notes how far down the page is. */
export function rememberLeft(): void {
  const left: Left = { rows: document.querySelectorAll('.part').length, top: window.scrollY };
  history.replaceState(left, '');
}

let topToRestore = 0;

/** Scrolls to where this page was left, as soon as `restoreTop` finds so much drawn. */
export function keepTop(): void {
  topToRestore = leftHere().top;
}

/** Scrolls to where the results were left, once as many are drawn again. */
export function restoreTop(rows: number): void {
  if (topToRestore === 0 || rows < leftHere().rows) return;
  window.scrollTo({ top: topToRestore, behavior: 'instant' });
  topToRestore = 0;
}
