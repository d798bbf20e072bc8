import { useState } from 'react';
import { history as texts } from '../../lib/positions/positions-texts.ts';
import PositionHistory from './PositionHistory.tsx';

/** The history of a position on its card, for staff; asked for when it is opened. */
export default function CardHistory({ id }: { readonly id: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.heading}</summary>
      {isOpen && <PositionHistory id={id} />}
    </details>
  );
}
