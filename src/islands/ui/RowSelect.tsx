import { type SelectHTMLAttributes, useState } from 'react';
import type { Choice } from '../../lib/lists/find-choices.ts';

/** From so many choices on, a field that stands in every row of a list makes them only for whoever turns to it. */
const MANY = 200;

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  /** What the empty choice says. */
  readonly none: string;
  readonly choices: readonly Choice[];
  readonly value: number | string;
}

/** The choice of a row: a hundred rows with thousands of choices each must not be a page of hundreds of thousands. */
export function RowSelect({ none, choices, value, ...rest }: Props) {
  const [isTurnedTo, setTurnedTo] = useState(false);
  const turnTo = () => setTurnedTo(true);
  const made =
    isTurnedTo || choices.length < MANY ? choices : choices.filter(({ id }) => String(id) === String(value));
  return (
    <select {...rest} value={value} onPointerDown={turnTo} onFocus={turnTo}>
      <option value="">{none}</option>
      {made.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
