// Asks a user whose text another user saved meanwhile what to do: both texts, a merge, or later; Esc leaves everything
// as it was typed.
import { useId, useState } from 'react';
import type { Conflict } from '../../lib/editing/editing-store.ts';
import { conflict as texts } from '../../lib/editing/editor-texts.ts';
import type { Overlap, Side } from '../../lib/markdown/merge.ts';
import { Button } from './controls.tsx';
import { Dialog } from './Dialog.tsx';
import { Difference } from './Difference.tsx';
import { Markdown } from './Markdown.tsx';

interface Props<T> {
  readonly conflict: Conflict<T>;
  readonly value: T;
  readonly textOf: (value: T) => string;
  readonly onOverwrite: () => void;
  /** Saves both states brought together. */
  readonly onResolve?: (choices: readonly Side[]) => void;
  readonly onTakeTheirs: () => void;
  readonly onPutOff: () => void;
}

/** Shows who saved meanwhile and asks what to do; Esc leaves everything as it was typed. */
export function ConflictDialog<T>(props: Props<T>) {
  const { conflict, value, textOf, onOverwrite, onResolve, onTakeTheirs, onPutOff } = props;
  const [comparing, setComparing] = useState(false);
  const { theirs, merge } = conflict;
  const overlaps: readonly Overlap[] = (onResolve && merge?.overlaps) ?? [];
  const [choices, setChoices] = useState<readonly Side[]>(() => overlaps.map(({ joins }) => (joins ? 'both' : 'mine')));
  return (
    <Dialog className={comparing || overlaps.length > 0 ? 'wide' : ''} heading={texts.heading} onClose={onPutOff}>
      <p>
        {texts.who(conflict.who, conflict.when)}. {theirs === null && texts.gone}
      </p>
      <p>{texts.safe}</p>
      {overlaps.length > 0 && <p>{texts.overlaps}</p>}
      {overlaps.map((overlap, at) => (
        <OverlapChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has no identity beyond its number
          key={at}
          overlap={overlap}
          legend={texts.place(at + 1, overlaps.length)}
          side={choices[at] ?? 'mine'}
          onSide={(side) => setChoices(choices.map((one, place) => (place === at ? side : one)))}
        />
      ))}
      {theirs && (
        <>
          <Button className="below-12" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            {comparing ? texts.hide : texts.show}
          </Button>
          {comparing && (
            <>
              <p className="muted small">{texts.colours}</p>
              <Difference label={texts.difference} before={textOf(value)} after={textOf(theirs.value)} />
            </>
          )}
        </>
      )}
      <div className="buttons">
        <Button onClick={onPutOff}>{texts.putOff}</Button>
        <Button onClick={onTakeTheirs}>{texts.takeTheirs}</Button>
        <Button kind="danger" onClick={onOverwrite}>
          {texts.overwrite}
        </Button>
        {overlaps.length > 0 && (
          <Button kind="main" onClick={() => onResolve?.(choices)}>
            {texts.resolve}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface OverlapChoiceProps {
  readonly overlap: Overlap;
  readonly legend: string;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** One place that two people changed, as each left it, and which of them stays. */
function OverlapChoice({ overlap, legend, side, onSide }: OverlapChoiceProps) {
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
