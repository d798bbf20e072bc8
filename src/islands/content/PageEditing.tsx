import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { AboutCalls } from '../../lib/content/about-calls.ts';
import { publication } from '../../lib/content/publication.ts';
import type { Editing } from '../../lib/editing/editing-store.ts';
import { conflict, pageEditor } from '../../lib/editing/editor-texts.ts';
import { SessionWatch } from '../portal/SessionWatch.tsx';
import { Message } from '../ui/Message.tsx';
import { PublicationState } from '../ui/PublicationState.tsx';
import { PageEditor } from './PageEditor.tsx';

interface Props {
  /** Grows with every opening. */
  readonly round: number;
  readonly calls: AboutCalls;
  readonly editing: Editing<string>;
  readonly name: string;
  /** Shows a saved text as the page. */
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** The editor while it is open; then what became of what was saved, above the page with its new text. */
export function PageEditing({ round, calls, editing, name, onText, onClose }: Props) {
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
