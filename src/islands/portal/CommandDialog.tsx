// The dialog of commands for signed-in users: opens pages, creates and finds from the keyboard, on any page.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { openInShell } from '../../lib/platform/router.ts';
import { commands as texts } from '../../lib/portal/commands.ts';
import { $portalViewer } from '../../lib/portal/viewer.ts';
import { CommandBox, useCommands } from './CommandBox.tsx';

export default function CommandDialog({ onClose }: { readonly onClose: () => void }) {
  const { text, type, items, said } = useCommands(false, true);
  const { isAdmin } = useStore($portalViewer);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} className="confirm commands" aria-label={texts.heading} onClose={onClose}>
      <CommandBox
        label={texts.field}
        placeholder={texts.placeholder(isAdmin)}
        text={text}
        items={items}
        open
        said={said}
        field={field}
        onText={type}
        onRun={({ address }) => {
          dialog.current?.close();
          openInShell(address);
        }}
      />
      <p className="command-hint muted small">{keysHint(texts.hint)}</p>
    </dialog>
  );
}
