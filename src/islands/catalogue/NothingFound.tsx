import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/site/site.ts';

interface Props {
  readonly query: string;
  /** Only what is found as it is typed was asked for. */
  readonly isStrict: boolean;
}

/** Nothing matches: what to try next and whom to ask. */
export function NothingFound({ query, isStrict }: Props) {
  return (
    <section className="nothing-found">
      <h2>{catalog.nothing}</h2>
      {isStrict && (
        <p>
          {catalog.nothingAsTyped(query)} <a href={paths.search(query)}>{catalog.notAsTyped}</a>
        </p>
      )}
      <p>{catalog.nothingFor(query)}</p>
      <ul>
        {catalog.nothingSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          {catalog.nothingAsk} <a href={phoneLink}>{site.phone}</a>,{' '}
          <a href={mailLink(query)}>{site.email}</a>.
        </li>
      </ul>
      <p>
        <a href={paths.priceDownload}>{catalog.hint.priceLink}</a>
      </p>
    </section>
  );
}
