// The answer to a buyer's search: filters, parts, or hints where nothing is found. Server and browser both draw it;
// open-results.tsx keeps it live.
import type { BrowseView } from '../../../rules/catalogue/browse.ts';
import type { LackView, NoteView, ReadView, ResultsView } from '../../../rules/catalogue/results.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/platform/site.ts';
import { Dots } from '../ui/controls.tsx';
import { Each, HOLES, If } from './Holes.tsx';
import { Narrower } from './NameList.tsx';
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
  const parts = (
    <>
      <If value={view.canFilter}>
        <Filters view={view.filters} />
      </If>
      <Narrower groups={view.narrower} />
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
          lessFitting={view.lessFitting}
          loading={loadingMore}
          failure={moreFailure}
        />
      </If>
    </>
  );
  return (
    <section className={busy ? 'found busy' : 'found'} aria-busy={busy || undefined}>
      <If value={view.chosen}>
        <nav className="way-here below-8 row small" aria-label={catalog.trail}>
          <a href={paths.catalog}>{catalog.heading}</a>
          <Each of={view.steps}>
            {({ title, path, current }) => (
              <a key={path} href={path} aria-current={current}>
                {title}
              </a>
            )}
          </Each>
        </nav>
      </If>
      <If
        value={view.lack.lackHeading}
        otherwise={
          <>
            <div className="found-head gap-4-12 below-8 row baseline">
              <If value={view.found}>
                <h2>{view.found}</h2>
              </If>
              <If value={view.exact}>
                <p className="muted">{view.exact}</p>
              </If>
              <QueryNotes notes={view.notes} />
            </div>
            <QueryReading read={view.read} />
            {parts}
          </>
        }>
        <Lack lack={view.lack} />
        <QueryReading read={view.read} />
        <QueryNotes notes={view.notes} />
        <If
          value={view.lack.isUnfolded}
          otherwise={
            <details key={view.query} className="found-similar">
              <summary>{view.lack.similar}</summary>
              {parts}
            </details>
          }>
          <details key={view.query} className="found-similar" open>
            <summary>{view.lack.similar}</summary>
            {parts}
          </details>
        </If>
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

/** That nothing fits what was asked for, before anything else is shown. */
function Lack({ lack }: { lack: LackView }) {
  return (
    <div className="found-lack">
      <h2>{lack.lackHeading}</h2>
      <If value={lack.asked}>
        <p>{lack.asked}</p>
      </If>
      <Each of={lack.near}>
        {({ article, path, comma }) => (
          <span key={article}>
            <If value={comma} otherwise={`${catalog.near} `}>
              {', '}
            </If>
            <a href={path} className="mono">
              {article}
            </a>
          </span>
        )}
      </Each>
      <p className="above-8 muted small">
        {catalog.lackAsk} <a href={phoneLink}>{site.phone}</a>, <a href={mailLink()}>{site.email}</a>.
      </p>
    </div>
  );
}

/** What the question was read as, each with a link to the question without it, and a link to the search as typed. */
function QueryReading({ read }: { read: ReadView }) {
  return (
    <If value={read.isRead}>
      <ul className="found-read gap-4-12 small row middle" aria-label={catalog.readingOfQuery}>
        <Each of={read.chips}>
          {({ text, withoutPath, remove, plainPath, notMachine }) => (
            <li key={text} className="read-chip gap-8 row middle">
              {text}
              <If value={plainPath}>
                <a href={plainPath} className="fine" aria-label={notMachine}>
                  {catalog.notMachine}
                </a>
              </If>
              <If value={withoutPath}>
                <a href={withoutPath} className="read-remove" aria-label={remove}>
                  ×
                </a>
              </If>
            </li>
          )}
        </Each>
        <If value={read.strictPath}>
          <li>
            <a href={read.strictPath}>{catalog.asTyped}</a>
          </li>
        </If>
        <If value={read.usualPath}>
          <li>
            <a href={read.usualPath}>{catalog.asUsual}</a>
          </li>
        </If>
      </ul>
    </If>
  );
}

/** How the question was understood: what was read otherwise or left out. */
function QueryNotes({ notes }: { notes: NoteView }) {
  return (
    <If value={notes.isShown}>
      <div className="found-note">
        <If value={notes.reading}>
          <p>{notes.reading}</p>
        </If>
        <If value={notes.readOtherwise}>
          <p className="muted small">{notes.readOtherwise}</p>
        </If>
        <If value={notes.leftOut}>
          <p className="muted small">{notes.leftOut}</p>
        </If>
        <If value={notes.unread}>
          <p>{notes.unread}</p>
        </If>
      </div>
    </If>
  );
}

/** Nothing matches: why, what to try next and whom to ask. */
function NothingFound({ view }: { view: ResultsView }) {
  return (
    <section className="nothing-found">
      <h2>{view.none}</h2>
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
        <p>{catalog.nothingDo}</p>
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
  readonly lessFitting: string;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

/** The button that brings the next page; after a failure it says why and offers the same again. */
function MoreParts({ form, cursor, onlyExact, lessFitting, loading, failure }: MorePartsProps) {
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
          <If
            value={onlyExact}
            otherwise={
              <If value={lessFitting} otherwise={catalog.more}>
                {catalog.lessFitting}
              </If>
            }>
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

const COMPOSED: ReadonlySet<string | symbol> = new Set(['lack', 'read', 'notes', 'filters']);

/** A view with a hole for each of its texts and lists; what it is made up of shares their names. */
const VIEW = new Proxy(HOLES, {
  get: (holes, name) => (COMPOSED.has(name) ? holes : Reflect.get(holes, name)),
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
