// Runs on a company page: gives the button «Редактировать страницу» its click, which loads the editor (open-editor.tsx)
// for an administrator.
import { hasDraft } from '../../lib/editing/drafts.ts';
import { pageDraft } from '../../lib/pages/about-page.ts';

/** «Редактировать страницу»: the editor and everything it needs are loaded when an administrator asks for it. */
const place = document.querySelector<HTMLElement>('[data-edit-page]');
const button = place?.querySelector('button');
const alias = place?.dataset.editPage;

if (place && button && alias) {
  const note = place.querySelector<HTMLElement>('[data-draft]');
  if (note) note.hidden = !hasDraft(pageDraft(alias));
  const open = async () => {
    button.setAttribute('aria-busy', 'true');
    try {
      const { openEditor } = await import('./open-editor.tsx');
      if (note) note.hidden = true;
      openEditor(alias, button);
    } finally {
      button.removeAttribute('aria-busy');
    }
  };
  button.addEventListener('click', () => void open());
  // The menu of administrators leads here; who is one stands on the root, which shows them the button too.
  if (location.hash === place.dataset.editHash && document.documentElement.dataset.rank === 'admin') void open();
}
