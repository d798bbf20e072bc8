import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { settings } from '../../lib/access/access-texts.ts';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/frame/paths.ts';

const SCREENS = [
  'roles',
  'directings',
  'processes',
  'actions',
  'access',
  'binding',
  'users',
  'journal',
] as const;

/** The way between the screens of the settings: a column, on a phone a row that scrolls to the present one. */
export function SettingsNav() {
  const route = useStore($router)?.route;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (route && current && list.current)
      list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 16;
  }, [route]);

  return (
    <nav className="settings-nav" aria-label={settings.sections}>
      <ul ref={list}>
        {SCREENS.map((screen) => (
          <li key={screen}>
            <a href={paths[screen]} aria-current={route === screen ? 'page' : undefined}>
              {settings[screen]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
