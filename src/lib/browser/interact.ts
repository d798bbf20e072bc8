import type { ClientDirective } from 'astro';

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * `client:interact={ms}`: an island comes to life when it is touched or focused, or after so many milliseconds when it
 * is about to move by itself, which an element marked `data-moves` tells by being shown. A button pressed meanwhile
 * acts as soon as it can.
 */
const interact: ClientDirective = (load, { value }, island) => {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest('button');
  };
  const moves = () => Boolean(island.querySelector('[data-moves]')?.getClientRects().length);
  const timer = setTimeout(startMoving, Number(value));
  for (const sign of SIGNS) island.addEventListener(sign, start);
  island.addEventListener('click', keep);

  async function start() {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', startMoving);
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    const hydrate = await load();
    await hydrate();
    island.removeEventListener('click', keep);
    pressed?.click();
  }

  function startMoving() {
    if (document.hidden) document.addEventListener('visibilitychange', startMoving, { once: true });
    else if (moves()) void start();
  }
};

export default interact;
