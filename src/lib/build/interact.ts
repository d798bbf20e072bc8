// The directive `client:interact` of the pages: loads the script of an island in the browser when the visitor first
// touches or focuses it. A button pressed meanwhile acts afterwards.
import type { ClientDirective } from 'astro';

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const;

const interact: ClientDirective = (load, _options, island) => {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest('button');
  };
  for (const sign of SIGNS) island.addEventListener(sign, start);
  island.addEventListener('click', keep);

  async function start() {
    for (const sign of SIGNS) island.removeEventListener(sign, start);
    const hydrate = await load();
    await hydrate();
    island.removeEventListener('click', keep);
    pressed?.click();
  }
};

export default interact;
