import { createPortal } from 'react-dom';
import { notices as texts } from '../../lib/import-notices/notice-texts.ts';

interface Props {
  /** Which link of the menu it stands beside. */
  readonly place: string;
  readonly count: number;
}

/** How much waits behind a link of the menu. That is no island: its places for numbers stand in the page as it was built. */
export function MenuCount({ place, count }: Props) {
  const element = document.querySelector(`[data-count="${place}"]`);
  if (!element || count === 0) return null;
  return createPortal(
    <>
      <span className="menu-count" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{texts.waiting(count)}</span>
    </>,
    element,
  );
}
