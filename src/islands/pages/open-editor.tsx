// Puts the editor in place of a company page's text when an administrator asks for it, and the saved text back when it
// closes.
import '../../styles/editing.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { publicText } from '../../../rules/pages/public.ts';
import type { Editing } from '../../lib/editing/editing-store.ts';
import { conflict, pageEditor } from '../../lib/editing/editor-texts.ts';
import { showAbout } from '../../lib/pages/about-page.ts';
import { textHash } from '../../lib/pages/fresh-content.ts';
import { type AboutCalls, aboutCalls, createPageEditor, pageDrafts } from '../../lib/pages/page-editor-store.ts';
import { now } from '../../lib/platform/now.ts';
import { SessionWatch } from '../portal/SessionWatch.tsx';
import { Message } from '../ui/controls.tsx';
import { PageEditor } from './PageEditor.tsx';
import { PublicationState, publication } from './PublicationState.tsx';

/** Opens again what was opened once: the page keeps one editor. */
let reopen: (() => void) | undefined;

/** Turns the page into the editor of its text; closing it gives the focus back to the button. */
export function openEditor(alias: string, button: HTMLElement): void {
  const main = button.closest('main');
  if (reopen) reopen();
  else if (main) reopen = mount(alias, main, button);
}

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

interface Props {
  /** Grows with every opening. */
  readonly round: number;
  readonly calls: AboutCalls;
  readonly editing: Editing<string>;
  readonly name: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** The editor while it is open; then what became of what was saved, above the page with its new text. */
function PageEditing({ round, calls, editing, name, onText, onClose }: Props) {
  const [closedRound, setClosedRound] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const { joined } = useStore(editing.$editing);
  const isOpen = round > closedRound;

  useEffect(() => {
    if (isOpen) void editing.open();
  }, [isOpen, editing]);

  function show() {
    setSaved(true);
    onText(editing.$editing.get().stored?.value ?? '');
    void publication.follow();
  }

  function close() {
    setClosedRound(round);
    onClose();
  }

  return (
    <>
      {isOpen && <PageEditor calls={calls} editing={editing} name={name} onSaved={show} onClose={close} />}
      {!isOpen && isSaved && (
        <Message kind="success">
          {pageEditor.saved} {joined && conflict.merged(joined.who)} <PublicationState />
        </Message>
      )}
      <SessionWatch />
    </>
  );
}
