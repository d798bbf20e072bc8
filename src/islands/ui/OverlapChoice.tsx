import { useId } from 'react';
import { conflict as texts } from '../../lib/editing/editor-texts.ts';
import type { Overlap, Side } from '../../lib/editing/merge.ts';
import { Markdown } from './Markdown.tsx';

interface Props {
  readonly overlap: Overlap;
  readonly legend: string;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** One place that two people changed, as each left it, and which of them stays. */
export function OverlapChoice({ overlap, legend, side, onSide }: Props) {
  const { mine, theirs, joins } = overlap;
  const name = useId();
  const shown = { mine, theirs };
  const hasBoth = joins && mine.trim() !== '' && theirs.trim() !== '';
  const choices: readonly Side[] = hasBoth ? ['theirs', 'mine', 'both'] : ['theirs', 'mine'];
  return (
    <fieldset className="overlap">
      <legend>{legend}</legend>
      {choices.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={side === one} onChange={() => onSide(one)} />
          <strong>{texts[one]}</strong>
          {one !== 'both' &&
            (shown[one].trim() === '' ? (
              <span className="muted markdown">{texts.nothing}</span>
            ) : (
              <Markdown text={shown[one]} below={3} />
            ))}
        </label>
      ))}
    </fieldset>
  );
}
