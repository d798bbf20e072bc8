import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { settingsNav } from '../../lib/access/headings.ts';
import { $router } from '../../lib/browser/router.ts';
import { menuOf } from '../../lib/portal/places.ts';

const SECTIONS = menuOf('settings');

/** The way between the screens of the settings: a row that scrolls to the present one. */
export function SettingsNav() {
  const route = useStore($router)?.route;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (route && current && list.current)
      list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 16;
  }, [route]);

  return (
    <nav className="settings-nav" aria-label={settingsNav}>
      <ul ref={list}>
        {SECTIONS.map((section) => (
          <li key={section.route}>
            <a href={section.path} aria-current={route === section.route ? 'page' : undefined}>
              {section.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
