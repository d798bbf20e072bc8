import { publicText } from '../../../rules/public/public-content.ts';
import '../../styles/editor.css';
import { createRoot } from 'react-dom/client';
import { showAbout } from '../../lib/about-page/about-page.ts';
import { now } from '../../lib/browser/now.ts';
import { aboutCalls } from '../../lib/content/about-calls.ts';
import { createPageEditor, pageDrafts } from '../../lib/content/page-editor-store.ts';
import { textHash } from '../../lib/site/shown.ts';
import { PageEditing } from './PageEditing.tsx';

/** Opens again what was opened once: the page keeps one editor. */
let reopen: (() => void) | undefined;

/** Turns the page into the editor of its text; closing it gives the focus back to the button. */
export function openEditor(alias: string, button: HTMLElement): void {
  const main = button.closest('main');
  if (reopen) reopen();
  else if (main) reopen = mount(alias, main, button);
}

/** Puts the editor into the page and opens it; the answer opens it again. */
function mount(alias: string, main: HTMLElement, button: HTMLElement): () => void {
  const place = document.createElement('div');
  place.dataset.pageEditor = '';
  main.prepend(place);
  const calls = aboutCalls(alias);
  const editing = createPageEditor(calls, pageDrafts(alias), now);
  const root = createRoot(place);
  const article = main.querySelector<HTMLElement>('.about-text');
  let isSaved = false;
  const show = (saved: string) => {
    isSaved = true;
    if (!article) return;
    const text = publicText(saved);
    article.dataset.hash = textHash(text);
    void showAbout(article, text);
  };
  let rounds = 0;
  const close = () => {
    delete main.dataset.editing;
    // What came of the save stands above the text, the button below it.
    button.focus({ preventScroll: isSaved });
    if (isSaved) main.scrollIntoView();
    isSaved = false;
  };
  const open = () => {
    main.dataset.editing = '';
    rounds += 1;
    root.render(
      <PageEditing
        round={rounds}
        calls={calls}
        editing={editing}
        name={article?.dataset.name ?? alias}
        onText={show}
        onClose={close}
      />,
    );
  };
  open();
  return open;
}
