let last: Promise<unknown> = Promise.resolve();

/** Runs one task at a time among all tabs; over plain http, where the browser has no locks, among those of this tab. */
export function exclusively<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return navigator.locks.request('session-refresh', task) as Promise<T>;
  }
  const run = last.then(task, task);
  last = run.catch(() => undefined);
  return run;
}
