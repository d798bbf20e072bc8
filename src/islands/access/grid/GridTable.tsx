import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { grid as texts } from '../../../lib/access/grid-texts.ts';
import { GridDirecting } from './GridDirecting.tsx';
import type { ViewProps } from './grid-parts.ts';
import { ManyBox } from './ManyBox.tsx';
import { keepTabStop, nextStop } from './walk.ts';

/** The rights of one role as a grid that arrows walk: one stop for Tab, boxes that Space turns. */
export function GridTable({ title, columns, ids, scope, counts, of, directings, onSet, onAsk }: ViewProps) {
  const table = useRef<HTMLTableElement>(null);
  const help = useId();
  // What had the stop may be gone: a filter has taken its row away.
  useEffect(() => keepTabStop(table.current));

  function walk(event: KeyboardEvent<HTMLTableElement>) {
    if (event.altKey || event.metaKey || !(event.target instanceof HTMLElement) || !table.current) return;
    const next = nextStop(table.current, event.target, event.key, event.ctrlKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const many = { scope, onSet, onAsk, tabIndex: -1 };
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p id={help} className="muted small grid-help">
        {texts.help}
      </p>
      <div className="grid-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrows walk is a grid
          role="grid"
          className="rights-grid"
          aria-label={title}
          aria-describedby={help}
          onKeyDown={walk}
          onFocus={({ target }) => keepTabStop(table.current, target)}
        >
          <thead>
            <tr>
              <th scope="col">
                <div className="grid-name">
                  <ManyBox {...many} where={texts.all} columns={ids} count={total} of={of * ids.length} />
                  <span>{texts.type}</span>
                </div>
              </th>
              {columns.map(({ id, title: column }, at) => (
                <th key={id} scope="col">
                  <div className="grid-column">
                    <span>{column}</span>
                    <ManyBox
                      {...many}
                      where={texts.allOf(column)}
                      columns={[id]}
                      count={counts[at] ?? 0}
                      of={of}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          {directings.map((directing) => (
            <GridDirecting key={directing.directing.id} {...directing} />
          ))}
        </table>
      </div>
    </>
  );
}
