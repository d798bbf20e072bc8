import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { paths } from '../../lib/paths/paths.ts';

/** What the search understands, each example a search of its own. */
export function SearchHint() {
  const { hint } = catalog;
  return (
    <section className="search-hint">
      <h2>{hint.heading}</h2>
      <dl>
        {hint.rows.map(([what, examples]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {examples.map((example) => (
                <a
                  key={example}
                  href={paths.search(example)}
                  className={/[а-я]/i.test(example) ? '' : 'mono'}
                >
                  {example}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {hint.list} <a href={paths.catalogList}>{hint.listLink}</a>. {hint.price}{' '}
        <a href={paths.priceDownload}>{hint.priceLink}</a>.
      </p>
    </section>
  );
}
