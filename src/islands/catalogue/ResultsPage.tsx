import { FILTERS, type Filter } from '../../../contract/catalogue/columns.ts';
import type { BrowseView } from '../../../rules/catalogue/browse.ts';
import { boundsOf, RESULTS_PATH } from '../../../rules/catalogue/question.ts';
import type { FilterView, NoteView, OptionView, ResultsView } from '../../../rules/catalogue/results.ts';
import { catalog, filters } from '../../lib/catalogue/catalogue-texts.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/platform/site.ts';
import { Dots } from '../ui/controls.tsx';
import { Each, HOLES, If } from './Holes.tsx';
import { PartRow } from './PartList.tsx';

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

/** The answer to a search with holes, for the server to fill. */
export const ResultsFilling = () => <ResultsPage view={VIEW} />;

/** The rows of a page to browse with holes, for the server to fill. */
export function BrowsedParts() {
  const { parts } = HOLES as BrowseView;
  return (
    <ol className="parts" aria-label={catalog.results}>
      <Each of={parts}>{(part) => <PartRow key={part.id} part={part} />}</Each>
    </ol>
  );
}

/** Form by which the address is asked anew; without script its button does that. */
const FILTERS_FORM = 'filters';

/** Filters and order of the results. With script every change acts at once. */
function Filters({ view }: { view: FilterView }) {
  return (
    // What a browser going back would fill in looks like a choice made before the script came.
    <form
      id={FILTERS_FORM}
      className="filters"
      action={RESULTS_PATH}
      method="get"
      autoComplete="off"
      aria-label={filters.label}>
      <input type="hidden" name="query" defaultValue={view.query} />
      <If value={view.strict}>
        <input type="hidden" name="strict" value="1" />
      </If>
      <details className="filters-fold shrinks">
        <summary>{view.summary}</summary>
        <div className="filters-fields gap-8-12 row">
          {FILTERS.map((filter) => (
            <FilterField key={filter.name} filter={filter} view={view} />
          ))}
          <If value={view.clear}>
            <a className="filters-clear dense" href={view.clear}>
              {filters.clear}
            </a>
          </If>
          <button type="submit" className="button needs-no-script">
            {filters.apply}
          </button>
        </div>
      </details>
      <label className="filters-order">
        <span>{filters.order}</span>
        <select name="order" aria-label={filters.order}>
          <Options options={view.orders} />
        </select>
      </label>
    </form>
  );
}

function Options({ options }: { options: readonly OptionView[] }) {
  return (
    <Each of={options}>
      {({ value, text, selected }) => (
        <If key={value} value={selected} otherwise={<option value={value}>{text}</option>}>
          <option value={value} selected>
            {text}
          </option>
        </If>
      )}
    </Each>
  );
}

function FilterField({ filter, view }: { filter: Filter; view: FilterView }) {
  const { as, name, label } = filter;
  if (as === 'choice')
    return (
      <label>
        <span>{label}</span>
        <select name={filter.parameter}>
          <option value="">{filter.any}</option>
          <Options options={view[`${name}Options`]} />
        </select>
      </label>
    );
  if (as === 'switch') return <Switch name={name} label={label} on={view[name]} count={view[`${name}Count`]} />;
  const [from, to] = boundsOf(filter);
  return (
    <fieldset className="filters-price">
      <legend>{label}</legend>
      <Bound name={from} label={filters.from} value={view[from]} />
      <Bound name={to} label={filters.to} value={view[to]} />
    </fieldset>
  );
}

function Bound({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <input
      type="text"
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
    />
  );
}

function Switch({ name, label, on, count }: { name: string; label: string; on: string; count: string }) {
  return (
    <label className="filters-switch">
      <If value={on} otherwise={<input type="checkbox" name={name} value="1" />}>
        <input type="checkbox" name={name} value="1" defaultChecked />
      </If>
      <span>{label}</span> <small>{count}</small>
    </label>
  );
}
