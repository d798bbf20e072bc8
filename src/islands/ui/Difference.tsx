// Shows two texts in one, as they look, with what was taken out and put in marked for the eye and for screen readers.
import { Fragment, useMemo } from 'react';
import { difference } from '../../lib/editing/editor-texts.ts';
import { type ComparedPart, differenceOf, fold, markedWords } from '../../lib/markdown/difference.ts';
import { markupHtml } from '../../lib/markdown/markup.ts';
import { Markdown } from './Markdown.tsx';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Level of headings inside of a comparison. */
const BELOW = 3;

export function Difference({ before, after, label }: Props) {
  const parts = useMemo(() => differenceOf(before, after), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison is scrolled by keyboard too
    <section className="difference" aria-label={label} tabIndex={0}>
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity beyond their place
          key={index}
          part={part}
          first={index === 0}
          last={index === parts.length - 1}
        />
      ))}
    </section>
  );
}

interface PartProps {
  readonly part: ComparedPart;
  readonly first: boolean;
  readonly last: boolean;
}

function Part({ part, first, last }: PartProps) {
  if (part.kind === 'same') {
    const { head, hidden, tail } = fold(part.texts, first, last);
    return (
      <Fragment>
        {head.length > 0 && <Markdown text={head.join('\n\n')} below={BELOW} />}
        {hidden > 0 && <span className="difference-hidden muted">{difference.hidden(hidden)}</span>}
        {tail.length > 0 && <Markdown text={tail.join('\n\n')} below={BELOW} />}
      </Fragment>
    );
  }
  const { kind, text, against } = part;
  const mark = kind === 'added' ? 'ins' : 'del';
  const finish = against === null ? undefined : (html: string) => markedWords(html, markupHtml(against), mark);
  const shown = (
    <>
      <span className="visually-hidden">{difference[kind]}</span>
      <Markdown text={text} finish={finish} below={BELOW} />
      <span className="visually-hidden">{difference.end}</span>
    </>
  );
  const Whole = mark;
  return against === null ? (
    <Whole className={`difference-part ${kind}`}>{shown}</Whole>
  ) : (
    <div className={`difference-part ${kind}`}>{shown}</div>
  );
}
