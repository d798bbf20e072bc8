import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/platform/copy-and-save.ts';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly done: string;
  /** Shows the label beside the icon. */
  readonly wide?: boolean;
}

/** How long the button says that the text was copied, ms. */
const DONE_SHOWN = 2_000;

/** Copies a text to the clipboard and says so, to readers too. */
export function CopyButton({ text, label, done, wide = false }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={wide ? 'button' : 'icon-button'}
        aria-label={label}
        title={wide ? undefined : label}
        onClick={() => void copyText(text).then(setCopied)}
      >
        <Icon size={18} aria-hidden="true" />
        {wide && <span>{copied ? done : label}</span>}
      </button>
      <span role="status" className="visually-hidden" data-done={done}>
        {copied ? done : ''}
      </span>
    </>
  );
}
