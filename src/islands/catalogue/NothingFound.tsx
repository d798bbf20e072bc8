import type { ResultsView } from '../../../rules/parts/results-view.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/site/site.ts';
import { If } from '../ui/Holes.tsx';

/** Nothing matches: why, what to try next and whom to ask. */
export function NothingFound({ view }: { view: ResultsView }) {
  return (
    <section className="nothing-found">
      <h2>{catalog.nothing}</h2>
      <If value={view.noneFilters}>
        <p>
          {catalog.nothingFiltered} <a href={view.wordsPath}>{catalog.withoutFilters}</a>
        </p>
      </If>
      <If value={view.noneStrict}>
        <p>
          {view.noneStrict} <a href={view.wordsPath}>{catalog.notAsTyped}</a>
        </p>
      </If>
      <If value={view.noneWords}>
        <p>{view.noneWords}</p>
        <ul>
          {catalog.nothingSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
          <li>
            {catalog.nothingAsk} <a href={phoneLink}>{site.phone}</a>, <a href={mailLink()}>{site.email}</a>.
          </li>
        </ul>
        <p>
          <a href={paths.priceDownload}>{catalog.hint.priceLink}</a>
        </p>
      </If>
    </section>
  );
}
