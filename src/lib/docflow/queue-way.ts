type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the documents that wait, as the home showed them last. */
const WAITING = 'docflow.waiting';

/** Takes note of what waits, in its order: a decision leads on to the next of them. */
export const rememberWaiting = (memory: Memory, ids: readonly number[]): void =>
  memory.setItem(WAITING, JSON.stringify(ids));

/** The documents that wait by what is known here. */
function waiting(memory: Memory): number[] {
  try {
    const ids: unknown = JSON.parse(memory.getItem(WAITING) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

/** What comes after a document: the next one that waits, or the first again; null when nothing else does. */
export function nextWaiting(memory: Memory, after: number): number | null {
  const ids = waiting(memory);
  const rest = ids.filter((id) => id !== after);
  return rest[Math.max(0, ids.indexOf(after))] ?? rest[0] ?? null;
}

/** Takes a document out of what waits: it is decided. */
export const forgetWaiting = (memory: Memory, id: number): void =>
  rememberWaiting(
    memory,
    waiting(memory).filter((one) => one !== id),
  );
