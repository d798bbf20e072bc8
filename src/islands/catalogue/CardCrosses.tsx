import type { CardCrossesView } from '../../../rules/parts/card-crosses-view.ts';
import { Each, HOLES, If } from '../ui/Holes.tsx';
import { PartRow } from './PartRow.tsx';

/** «Аналоги и замены» with their offers; nothing where nothing replaces the part. */
export function CardCrosses({ view }: { readonly view: CardCrossesView }) {
  return (
    <If value={view.crossesHeading}>
      <h2>{view.crossesHeading}</h2>
      <ol className="parts" aria-label={view.crossesHeading}>
        <Each of={view.crosses}>{(part) => <PartRow key={part.id} part={part} />}</Each>
      </ol>
      <If value={view.crossesMore}>
        <details className="crosses-more">
          <summary>{view.crossesMore}</summary>
          <ol className="parts" aria-label={view.crossesMore}>
            <Each of={view.otherCrosses}>{(part) => <PartRow key={part.id} part={part} />}</Each>
          </ol>
        </details>
      </If>
    </If>
  );
}

/** The same with holes, for the server to fill. */
export const CardCrossesFilling = () => <CardCrosses view={HOLES as CardCrossesView} />;
