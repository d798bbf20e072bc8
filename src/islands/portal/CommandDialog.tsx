// The dialog of commands for signed-in users: opens pages, creates and finds from the keyboard, on any page.
import { useEffect, useRef } from 'react';
import { openInShell } from '../../lib/platform/router.ts';
import { commands as texts } from '../../lib/portal/commands.ts';
import { CommandBox, useCommands } from './CommandBox.tsx';

export default function CommandDialog({ onClose }: { readonly onClose: () => void }) {
  const { text, type, items, said } = useCommands(false, true);
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
        placeholder={texts.placeholder}
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
      <p className="command-hint muted small">{texts.hint}</p>
    </dialog>
  );
}
