import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $router } from '../../lib/browser/router.ts';
import { menuPlaceOf } from '../../lib/portal/places.ts';
import { shortcutOf, takesText } from '../../lib/portal/shortcut.ts';
import { chunk } from '../ui/chunk.tsx';

const StaffSearch = chunk(() => import('./StaffSearch.tsx'), null);
const CommandDialog = chunk(() => import('./CommandDialog.tsx'), null);

/** Brings the frame to life: its search, its keys, and the present place in its menu. */
export function StaffFrame() {
  const [wished, setWished] = useState(0);
  /** Which opening of the commands is shown; 0: none. */
  const [opening, setOpening] = useState(0);
  const page = useStore($router);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const asked = shortcutOf(event, takesText(document.activeElement));
      // A dialog has the keys to itself.
      if (asked === null || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (asked === 'search') setWished((before) => before + 1);
      else setOpening((before) => before + 1);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (page) markPlace(page.route);
  }, [page]);

  const place = document.getElementById('staff-search');
  return (
    <>
      {place && createPortal(<StaffSearch wished={wished} />, place)}
      {opening > 0 && (
        // A dialog says that it was closed a moment later: by then the keys may have opened the next.
        <CommandDialog key={opening} onClose={() => setOpening((now) => (now === opening ? 0 : now))} />
      )}
    </>
  );
}

/** The menu is no island: the links stand in the page as it was built. */
function markPlace(route: Parameters<typeof menuPlaceOf>[0]): void {
  const current = menuPlaceOf(route);
  for (const link of document.querySelectorAll<HTMLElement>('#main-menu [data-place]')) {
    if (link.dataset.place === route) link.setAttribute('aria-current', 'page');
    else if (link.dataset.place === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
