import { useEffect, useRef } from 'react';
import { openInShell } from '../../lib/browser/router.ts';
import { commands as texts } from '../../lib/portal/command-texts.ts';
import { CommandBox } from './CommandBox.tsx';
import { useCommands } from './use-commands.ts';

interface Props {
  readonly onClose: () => void;
}

/** Goes anywhere, creates and finds from the keyboard, whatever page is open. */
export default function CommandDialog({ onClose }: Props) {
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
