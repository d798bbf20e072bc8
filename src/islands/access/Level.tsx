import type { ReactNode } from 'react';
import { access } from '../../lib/access/access-texts.ts';

interface Props {
  readonly kind: 'role' | 'directing' | 'task';
  readonly title: string;
  /** The box of the level itself. */
  readonly box: ReactNode;
  /** What is ticked below, in short. */
  readonly summary: ReactNode;
  readonly changed: boolean;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  /** Drawn only while the level is open. */
  readonly children: () => ReactNode;
}

/** One level of the accordion: its box, its title that opens it, and below it the next level. */
export function Level({ kind, title, box, summary, changed, open, onToggle, children }: Props) {
  return (
    <li className={`level ${kind}`}>
      {box}
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          // The browser tells of every turn, also of those that were made from here.
          if (currentTarget.open !== open) onToggle(currentTarget.open);
        }}
      >
        <summary>
          <span className="level-title">
            {title}
            {changed && (
              <span className="level-changed" title={access.changed}>
                <span className="visually-hidden">, {access.changed}</span>
              </span>
            )}
          </span>
          {summary && <span className="level-summary">{summary}</span>}
        </summary>
        {open && <div className="level-body">{children()}</div>}
      </details>
    </li>
  );
}
