// Loads add-buttons.ts on public pages only when the visitor first presses «В заявку» or has a request on the device
// already.
import { plainLink } from '../platform/plain-link.ts';

/** What entries of the request begin with in local storage. */
const PREFIX = 'request:';

let buttons: Promise<typeof import('./add-buttons.ts')> | null = null;

function load() {
  buttons ??= import('./add-buttons.ts').then((module) => {
    module.showRequest();
    return module;
  });
  return buttons;
}

const hasBasket = (): boolean => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
};

/**
 * Brings «В заявку» to life wherever it stands, in rows of the server and of islands alike. A visitor who has put
 * nothing into the request loads nothing of it before the first press. Without the scripts the same link opens the page
 * of the request with the offer in it.
 */
export function startRequest(): void {
  if (hasBasket()) void load();
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX)) void load();
  });
  document.addEventListener('click', (event) => {
    const link = plainLink(event);
    if (link?.dataset.addRequest === undefined) return;
    event.preventDefault();
    load().then(
      (module) => module.addOrOpen(link),
      () => location.assign(link.href),
    );
  });
}
