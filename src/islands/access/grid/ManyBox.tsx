import type { Scope } from '../../../lib/access/access-rules.ts';
import { manyTick } from '../../../lib/access/grid-rules.ts';
import { TickBox } from '../TickBox.tsx';

/** Boxes that one box stands for: the tasks of a scope in some columns. */
export interface Many {
  readonly where: string;
  readonly scope: Scope;
  readonly columns: readonly number[];
  readonly count: number;
  readonly of: number;
}

interface Props extends Many {
  readonly tabIndex?: number;
  /** Sets or clears them all. */
  readonly onSet: (many: Many, isOn: boolean) => void;
  /** Some are ticked and some are not: the person is asked. */
  readonly onAsk: (many: Many) => void;
}

/** A box that stands for many; a mixed one asks instead of clearing. */
export function ManyBox({ tabIndex, onSet, onAsk, ...many }: Props) {
  const tick = manyTick(many.count, many.of);
  return (
    <TickBox
      label={many.where}
      tick={tick}
      halfIsOn={false}
      tabIndex={tabIndex}
      onTick={(isOn) => (tick === 'half' ? onAsk(many) : onSet(many, isOn))}
    />
  );
}
