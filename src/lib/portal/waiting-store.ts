import { atom } from 'nanostores';

/** How much waits behind a link of the menu; what is known stays while it cannot be asked anew. */
export function createWaiting(ask: () => Promise<number>) {
  const $count = atom(0);
  let latest = 0;
  return {
    $count,
    async load(): Promise<void> {
      latest += 1;
      const mine = latest;
      try {
        const count = await ask();
        if (mine === latest) $count.set(count);
      } catch {}
    },
  };
}
