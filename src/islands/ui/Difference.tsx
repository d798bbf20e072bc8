import { Fragment, useMemo } from 'react';
import { differenceOf, fold } from '../../lib/editing/difference.ts';
import { difference } from '../../lib/editing/editor-texts.ts';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Two texts in one: what was taken out and what was put in, marked for the eye and for the ear. */
export function Difference({ before, after, label }: Props) {
  const pieces = useMemo(() => differenceOf(before, after), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison is scrolled by keyboard too
    <section className="difference" aria-label={label} tabIndex={0}>
      {pieces.map(({ kind, text }, index) => {
        // Pieces have no identity beyond their place, and the list never changes in part.
        const key = index;
        if (kind === 'same') {
          const { head, hidden, tail } = fold(text, index === 0, index === pieces.length - 1);
          return (
            <Fragment key={key}>
              {head}
              {hidden > 0 && <span className="difference-hidden">{difference.hidden(hidden)}</span>}
              {tail}
            </Fragment>
          );
        }
        const Mark = kind === 'added' ? 'ins' : 'del';
        return (
          <Mark key={key}>
            <span className="visually-hidden">{difference[kind]}</span>
            {text}
            <span className="visually-hidden">{difference.end}</span>
          </Mark>
        );
      })}
    </section>
  );
}
