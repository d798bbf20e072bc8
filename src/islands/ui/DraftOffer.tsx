import type { Draft } from '../../lib/drafts/drafts.ts';
import { drafts as texts } from '../../lib/editing/editor-texts.ts';
import { Button } from './Button.tsx';

interface Props {
  readonly drafts: readonly Pick<Draft<unknown>, 'id' | 'savedAt'>[];
  readonly onTake: (id: string) => void;
  readonly onDrop: (id: string) => void;
}

/** Offers what was typed here earlier and never saved. */
export function DraftOffer({ drafts, onTake, onDrop }: Props) {
  if (drafts.length === 0) return null;
  return (
    <ul className="draft-offer message warning" aria-label={texts.list}>
      {drafts.map(({ id, savedAt }) => (
        <li key={id}>
          <span id={`draft-${id}`}>{texts.found(savedAt)}</span>
          <span className="buttons">
            <Button aria-describedby={`draft-${id}`} onClick={() => onTake(id)}>
              {texts.take}
            </Button>
            <Button kind="quiet" aria-describedby={`draft-${id}`} onClick={() => onDrop(id)}>
              {texts.drop}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
