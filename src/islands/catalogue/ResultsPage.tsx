// The answer to a buyer's search: filters, parts, or hints where nothing is found. Server and browser both draw it;
// open-results.tsx keeps it live.
import type { BrowseView } from '../../../rules/catalogue/browse.ts';
import type { NoteView, ResultsView } from '../../../rules/catalogue/results.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/platform/site.ts';
import { Dots } from '../ui/controls.tsx';
import { Each, HOLES, If } from './Holes.tsx';
import { PartRow } from './PartRow.tsx';
import { FILTERS_FORM, Filters } from './ResultsFilters.tsx';

interface ResultsPageProps {
  readonly view: ResultsView;
  /** What is under way; nothing in a page that the server sends. */
  readonly busy?: boolean;
  readonly loadingMore?: boolean;
  readonly moreFailure?: Failure | null;
}

/** The answer to a search. Server and browser draw it both: the one fills holes, the other has values. */
export function ResultsPage({ view, busy = false, loadingMore = false, moreFailure = null }: ResultsPageProps) {
  return (
    <section className={busy ? 'found busy' : 'found'} aria-busy={busy || undefined}>
      <div className="found-head gap-4-12 below-8 row baseline">
        <If value={view.found}>
          <h2>{view.found}</h2>
        </If>
        <If value={view.exact}>
          <p className="muted">{view.exact}</p>
        </If>
        <If value={view.notes.isShown}>
          <QueryNotes notes={view.notes} />
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

/** How the question was understood: what was read otherwise or left out, with a link to the search as typed. */
function QueryNotes({ notes }: { notes: NoteView }) {
  return (
    <div className="found-note">
      <If value={notes.reading}>
        <p>{notes.reading}</p>
      </If>
      <If value={notes.missing}>
        <p>
          {notes.missing} {catalog.near}{' '}
          <Each of={notes.near}>
            {({ article, path, comma }) => (
              <span key={article}>
                <If value={comma}>{', '}</If>
                <a href={path} className="mono">
                  {article}
                </a>
              </span>
            )}
          </Each>
        </p>
      </If>
      <If value={notes.read}>
        <p className="muted small">
          {catalog.readAs} {notes.read}
        </p>
      </If>
      <If value={notes.leftOut}>
        <p className="muted small">
          {catalog.leftOut} {notes.leftOut}
        </p>
      </If>
      <If value={notes.plain}>
        <p>{notes.plain}</p>
      </If>
      <If value={notes.strictPath}>
        <p className="small">
          <a href={notes.strictPath}>{catalog.asTyped}</a>
        </p>
      </If>
    </div>
  );
}

/** Nothing matches: why, what to try next and whom to ask. */
function NothingFound({ view }: { view: ResultsView }) {
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

interface MorePartsProps {
  /** The form that it belongs to: without script the next page is an address of its own. */
  readonly form: string;
  readonly cursor: string;
  readonly onlyExact: string;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

/** The button that brings the next page; after a failure it says why and offers the same again. */
function MoreParts({ form, cursor, onlyExact, loading, failure }: MorePartsProps) {
  return (
    <div className="load-more stack gap-8">
      <div role="alert">
        {failure && (
          <p className="load-more-failure flush">
            {catalog.moreFailed} {failureText(failure)}
          </p>
        )}
      </div>
      <button
        type="submit"
        form={form}
        name="cursor"
        value={cursor}
        className="button"
        aria-disabled={loading || undefined}>
        {loading ? (
          <>
            {catalog.loadingMore.replace('…', '')}
            <Dots />
          </>
        ) : failure ? (
          tryAgain
        ) : (
          <If value={onlyExact} otherwise={catalog.more}>
            {catalog.similar}
          </If>
        )}
      </button>
    </div>
  );
}

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
                <a key={example} href={paths.search(example)} className={/[а-я]/i.test(example) ? '' : 'mono'}>
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

/** A view with a hole for each of its texts and lists; what it is made up of shares their names. */
const VIEW = new Proxy(HOLES, {
  get: (holes, name) => (name === 'notes' || name === 'filters' ? holes : Reflect.get(holes, name)),
}) as unknown as ResultsView;

export const ResultsFilling = () => <ResultsPage view={VIEW} />;

export function BrowsedParts() {
  const { parts } = HOLES as BrowseView;
  return (
    <ol className="parts" aria-label={catalog.results}>
      <Each of={parts}>{(part) => <PartRow key={part.id} part={part} />}</Each>
    </ol>
  );
}
