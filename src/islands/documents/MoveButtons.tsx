// The buttons that move a row up or down or remove it, in the lists of signatories and in the steps of an approval
// template.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';

interface Props {
  readonly up: string;
  readonly down: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly children: ReactNode;
}

export function MoveButtons({ up, down, isFirst, isLast, onMove, children }: Props) {
  function move(event: MouseEvent<HTMLButtonElement>, by: 1 | -1) {
    const button = event.currentTarget;
    onMove(by);
    // A moved row loses the focus.
    requestAnimationFrame(() => button.focus());
  }
  const step = (label: string, by: 1 | -1, isEnd: boolean, icon: ReactNode) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={(event) => !isEnd && move(event, by)}>
      {icon}
    </button>
  );
  return (
    <span className="signatory-buttons gap-4 line">
      {step(up, -1, isFirst, <ArrowUp size={18} aria-hidden="true" />)}
      {step(down, 1, isLast, <ArrowDown size={18} aria-hidden="true" />)}
      {children}
    </span>
  );
}
