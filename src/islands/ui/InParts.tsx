import { type ReactNode, useState } from 'react';
import { parts as texts } from '../../lib/lists/part-texts.ts';
import { Button } from './Button.tsx';

/** Rows that are drawn at first, and more of them at each press, where the list does not say otherwise. */
const ROWS_AT_ONCE = 100;

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly atOnce?: number;
  /** Draws the rows that are shown. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** A list whose rows are all known and too many to be drawn at once: its beginning, and the button that draws more. */
export function InParts<Row>({ rows, atOnce = ROWS_AT_ONCE, children }: Props<Row>) {
  const [limit, setLimit] = useState(atOnce);
  return (
    <>
      {children(rows.slice(0, limit))}
      {rows.length > limit && (
        <div className="load-more">
          <p className="muted small">{texts.shown(limit, rows.length)}</p>
          <Button onClick={() => setLimit(limit + atOnce)}>{texts.more}</Button>
        </div>
      )}
    </>
  );
}
