// The search field in the bar of the portal; it searches first what the page is about (documents, people, parts). That
// of the shop is components/SearchField.
import { Zap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { keysHint } from '../../lib/platform/keyboard.ts';
import { openInShell } from '../../lib/platform/router.ts';
import { commands as texts } from '../../lib/portal/commands.ts';
import { CommandBox, useCommands } from './CommandBox.tsx';

interface Props {
  /** Grows with each request to focus the field. */
  readonly wished: number;
  /** Opens the commands, for who has no keys. */
  readonly onCommands: () => void;
}

export default function StaffSearch({ wished, onCommands }: Props) {
  const [open, setOpen] = useState(false);
  const { text, type, items, scope, said } = useCommands(true, open);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wished === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [wished]);

  return (
    <>
      <CommandBox
        label={texts.search}
        placeholder={texts.placeholders[scope]}
        text={text}
        items={text.trim() === '' ? [] : items}
        open={open}
        said={said}
        field={field}
        shortcut="/"
        onText={(next) => {
          type(next);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onEscape={() => {
          if (open && text !== '') setOpen(false);
          else field.current?.blur();
        }}
        onRun={({ address }) => {
          setOpen(false);
          type('');
          field.current?.blur();
          openInShell(address);
        }}
      />
      <button
        type="button"
        className="icon-button rigid"
        aria-label={texts.heading}
        title={keysHint(texts.open) || texts.heading}
        onClick={onCommands}>
        <Zap size={18} aria-hidden="true" />
      </button>
    </>
  );
}
