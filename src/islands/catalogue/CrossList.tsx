import '../../styles/crosses.css';
import { useState } from 'react';
import type { PartCross } from '../../../contract/parts.ts';
import { crosses as texts } from '../../lib/crosses/card-cross-texts.ts';
import { CrossItem } from './CrossItem.tsx';

/** Crosses that are shown before somebody asks for all. */
const SHOWN = 10;

interface ListProps {
  readonly crosses: readonly PartCross[];
  readonly label: string;
}

/** Parts that replace another one: the first ones, the others on request. */
export default function CrossList({ crosses, label }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? crosses : crosses.slice(0, SHOWN);
  if (crosses.length === 0) return null;
  return (
    <>
      <ul className="cross-list" aria-label={label}>
        {shown.map((cross) => (
          <CrossItem key={cross.part.id} cross={cross} />
        ))}
      </ul>
      {shown.length < crosses.length && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          {texts.more(crosses.length)}
        </button>
      )}
    </>
  );
}
