import type { ResultsView } from '../../../rules/parts/results-view.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { Each, If } from '../ui/Holes.tsx';
import { FILTERS_FORM, Filters } from './Filters.tsx';
import { MoreParts } from './MoreParts.tsx';
import { NothingFound } from './NothingFound.tsx';
import { PartRow } from './PartRow.tsx';
import { ReadOtherwise } from './ReadOtherwise.tsx';

interface Props {
  readonly view: ResultsView;
  /** What is under way; nothing in a page that the server sends. */
  readonly busy?: boolean;
  readonly loadingMore?: boolean;
  readonly moreFailure?: Failure | null;
}

/** The answer to a search. Server and browser draw it both: the one fills holes, the other has values. */
export function ResultsPage({ view, busy = false, loadingMore = false, moreFailure = null }: Props) {
  return (
    <section className={busy ? 'found busy' : 'found'} aria-busy={busy || undefined}>
      <div className="found-head">
        <If value={view.found}>
          <h2>{view.found}</h2>
        </If>
        <If value={view.exact}>
          <p className="muted">{view.exact}</p>
        </If>
        <If value={view.notes.isTold}>
          <ReadOtherwise notes={view.notes} />
        </If>
      </div>
      <If value={view.canFilter}>
        <Filters view={view.filters} />
      </If>
      <If value={view.found} otherwise={<NothingFound view={view} />}>
        <ol className="parts" aria-label={catalog.results}>
          <Each of={view.parts}>{(part) => <PartRow key={part.id} part={part} />}</Each>
        </ol>
      </If>
      <If value={view.next}>
        <MoreParts
          form={FILTERS_FORM}
          cursor={view.next}
          onlyExact={view.onlyExact}
          loading={loadingMore}
          failure={moreFailure}
        />
      </If>
      <If value={view.crossesHeading}>
        <section className="found-crosses">
          <h2>{view.crossesHeading}</h2>
          <ol className="parts" aria-label={view.crossesHeading}>
            <Each of={view.crosses}>{(part) => <PartRow key={part.id} part={part} />}</Each>
          </ol>
        </section>
      </If>
    </section>
  );
}
