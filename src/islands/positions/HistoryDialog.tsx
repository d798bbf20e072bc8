import { useEffect, useId, useRef } from 'react';
import type { StaffPosition } from '../../../contract/staff-positions.ts';
import { history as texts } from '../../lib/positions/positions-texts.ts';
import { Button } from '../ui/Button.tsx';
import PositionHistory from './PositionHistory.tsx';

interface Props {
  readonly position: StaffPosition;
  readonly onClose: () => void;
}

/** The history of a position over its list. */
export function HistoryDialog({ position, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{texts.heading}</h2>
      <p className="muted">
        <span className="mono">{position.article}</span> {position.title}
      </p>
      <PositionHistory id={position.id} />
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{texts.close}</Button>
      </div>
    </dialog>
  );
}
