import { useState } from 'react';
import { history } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';

/** Names of boxes that are shown before the list is opened. */
const SHOWN = 4;

interface Props {
  readonly kind: 'added' | 'removed';
  readonly names: readonly string[];
  /** How many there are; the names may be only the first of them. */
  readonly count: number;
}

/** Boxes that a change adds or removes, the first of them by name. */
export function ChangeBoxes({ kind, names, count }: Props) {
  const [all, setAll] = useState(false);
  if (count === 0) return null;
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <div className={`change ${kind}`}>
      <span className="change-kind">
        {history[kind]}: {count}
      </span>
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {all && count > names.length && <li className="muted">{history.andMore(count - names.length)}</li>}
      </ul>
      {!all && count > SHOWN && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {history.all(count)}
        </Button>
      )}
    </div>
  );
}
