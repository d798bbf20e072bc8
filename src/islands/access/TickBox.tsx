import { useEffect, useRef } from 'react';
import type { Tick } from '../../lib/access/access-rules.ts';

interface Props {
  readonly label: string;
  readonly tick: Tick;
  /** Whether a half-ticked box counts as ticked: its next click then unticks it. */
  readonly halfIsOn?: boolean;
  readonly tabIndex?: number | undefined;
  readonly onTick: (on: boolean) => void;
}

/** A checkbox with three states; the half one is drawn and read out as such. */
export function TickBox({ label, tick, halfIsOn = true, tabIndex, onTick }: Props) {
  const box = useRef<HTMLInputElement>(null);
  // A click of the person clears the mark, whatever comes of it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = tick === 'half';
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      tabIndex={tabIndex}
      checked={tick === 'on' || (halfIsOn && tick === 'half')}
      onChange={({ target }) => {
        onTick(target.checked);
        // Where nothing comes of the click, nothing is drawn anew.
        target.indeterminate = tick === 'half';
      }}
    />
  );
}
