// The screen on which staff find documents: tabs, filters, saved views, rows or cards, actions on marked ones. What
// waits for the user is in portal/Queue.tsx.
import { ExportButton, MarkedBar, MarkedOutcome, type MarkedResult } from './MarkedBar.tsx';
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { Download, LayoutGrid, Rows3 } from 'lucide-react';
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { docflow, documentList } from '../../../lib/documents/document-texts.ts';
import * as listQuery from '../../../lib/documents/list-query.ts';
import * as listStore from '../../../lib/documents/list-store.ts';
import { groupName, listTexts as texts } from '../../../lib/documents/list-texts.ts';
import { rememberList, takeDocument } from '../../../lib/documents/return-address.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { $router } from '../../../lib/platform/router.ts';
import { tabMemory } from '../../../lib/platform/tab-memory.ts';
import { Failed } from '../../ui/controls.tsx';
import { useLeave, useOnChange } from '../../ui/hooks.ts';
import { ListSkeleton, LoadMore } from '../../ui/ListFrame.tsx';
import { PortalHeading } from '../../ui/PortalHeading.tsx';
import { CreateDocument, DocumentBanner, useViewer } from '../DocumentsHead.tsx';
import { cardId, DocumentCard } from './DocumentCard.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { ListFilters } from './ListFilters.tsx';
import { ViewChips } from './ViewChips.tsx';

const store = listStore.createDocuments(listStore.listCalls);
const viewStore = listStore.createViews(listStore.listCalls);

/** The list of documents of the query in the address: tabs, filters, views, and rows or cards. */
export default function List() {
  const viewer = useViewer();
  const state = useStore(store.$documents);
  const counts = useStore(store.$counts);
  const views = useStore(viewStore.$views);
  const layout = useStore(listQuery.$layout);
  const { lang, docflow: words } = useStore($portalWords);
  const [marks, setMarks] = useState(listStore.NO_MARKS);
  const [result, setResult] = useState<MarkedResult | null>(null);
  const asked = useStore($router)?.search ?? {};
  const query = listQuery.queryOf(asked);
  const address = listQuery.queryText(query);
  const tile = listQuery.tileOf(query);
  const isBare = Object.keys(asked).length === 0;

  const isOpen = useRef(false);
  useEffect(() => void viewStore.load(), []);
  // Without a query the list opens with the default view, once the views are loaded.
  const byDefault = isBare ? views?.find(({ isDefault }) => isDefault) : undefined;
  useEffect(() => {
    if (byDefault) $router.open(paths.documents(listQuery.queryText(listQuery.queryOfView(byDefault))), true);
  }, [byDefault]);
  useOnChange(address, () => {
    void (isOpen.current ? store.search(query) : store.open(query));
    isOpen.current = true;
    setMarks(listStore.NO_MARKS);
    setResult(null);
    rememberList(tabMemory, address);
  });
  // After a return from a document the focus is on its row.
  useEffect(() => {
    const link = document.getElementById(cardId(takeDocument() ?? 0));
    link?.focus();
    link?.scrollIntoView({ block: 'center' });
  }, []);
  // Preloads the page of a document, the most likely next one.
  useEffect(() => void import('../Document.tsx'), []);
  const { failure, first } = state;
  useLeave(failure?.kind === 'login' || first === null ? failure : null);

  const documents = useMemo(() => listStore.withoutRepeats(state.rows), [state.rows]);
  const ids = useMemo(() => documents.map(({ id }) => id), [documents]);
  const mark = useCallback(
    (id: number, isRange: boolean) => setMarks((known) => listStore.withMark(known, ids, id, isRange)),
    [ids],
  );
  const open = (next: listQuery.DocumentQuery) => $router.open(paths.documents(listQuery.queryText(next)));
  const marked = documents.filter(({ id }) => marks.ids.has(id));
  const isEmpty = state.rows.length === 0;
  const hasMore = state.next !== null;

  return (
    <div className="docflow-list">
      <div className="docflow-head below-16 row middle apart gap-8-16">
        <PortalHeading text={tile ? `${words.documents}: ${words[tile]}` : words.documents} lang={lang} />
        <div className="buttons">
          <a className="button quiet" href={paths.late}>
            {texts.toLate}
          </a>
          <a className="button quiet" href={paths.bin}>
            {texts.toBin}
          </a>
          <CreateDocument />
        </div>
      </div>
      <DocumentBanner />
      <nav className="docflow-tabs tabs" aria-label={docflow.tiles}>
        <ul>
          {listQuery.TILE_NAMES.map((name) => (
            <li key={name}>
              <a
                href={paths.documents(listQuery.queryText(listQuery.inTile(query, name)))}
                aria-current={name === tile ? 'page' : undefined}>
                <span lang={lang}>{words[name]}</span>
                {counts && <span className="docflow-tab-count fine">{texts.number(counts[name])}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ListFilters
        query={query}
        viewer={viewer}
        people={first?.people ?? []}
        found={counts?.found ?? null}
        busy={state.searching && state.phase === 'ready'}
        onChange={open}>
        <LayoutSwitch layout={layout} />
        <ExportButton query={address} ids={[]} label={texts.downloadAll}>
          <Download size={18} aria-hidden="true" />
        </ExportButton>
      </ListFilters>
      {views && <ViewChips views={views} store={viewStore} query={query} />}
      {marked.length > 0 && viewer && (
        <MarkedBar
          marked={marked}
          viewer={viewer}
          onUnmark={() => setMarks(listStore.NO_MARKS)}
          onResult={(came) => {
            setResult(came);
            setMarks(listStore.NO_MARKS);
            void store.search(query);
          }}
        />
      )}
      {result && <MarkedOutcome result={result} onClose={() => setResult(null)} />}
      {first === null ? (
        <ListSkeleton
          loading={documentList.loading}
          list={layout === 'table' ? 'doc-bones' : 'doc-cards'}
          bone={layout === 'table' ? 'doc-row-bone' : 'doc-bone'}
          count={layout === 'table' ? 12 : 4}
        />
      ) : (
        <>
          {failure && state.phase === 'failed' && <Failed failure={failure} onAgain={() => void store.search(query)} />}
          <p role="status" className="visually-hidden">
            {!state.searching && !isEmpty && documentList.found(documents.length, hasMore)}
          </p>
          {isEmpty && !failure && !state.searching && (
            <p className="data-list-empty muted" role="status">
              {listQuery.isNarrowed(query) ? documentList.nothingFound : documentList.empty[tile ?? 'none']}
            </p>
          )}
          {!isEmpty && layout === 'table' && (
            <DocumentTable
              rows={state.rows}
              viewer={viewer}
              order={listQuery.orderOf(query.sort)}
              marks={marks}
              busy={state.searching}
              onOrder={(order) => open({ ...query, sort: listQuery.sortText(order) })}
              onMark={mark}
              onMarkAll={() => setMarks((known) => listStore.withAllMarked(known, ids))}
            />
          )}
          {!isEmpty &&
            layout === 'cards' &&
            listStore.groupsOf(state.rows).map(({ person, rows }) => {
              const group = person === undefined ? '' : groupName(person);
              return (
                <Fragment key={person?.uid ?? ''}>
                  {group !== '' && <h2>{group}</h2>}
                  <ul className="doc-cards" aria-label={group || documentList.label} aria-busy={state.searching}>
                    {rows.map((document) => (
                      <DocumentCard key={document.id} document={document} viewer={viewer} />
                    ))}
                  </ul>
                </Fragment>
              );
            })}
          {!hasMore && !state.searching && counts !== null && counts.cancelled > 0 && (
            <p className="muted small">
              {documentList.cancelled(counts.cancelled)}
              <a href={paths.documents(listQuery.queryText({ ...query, state: 'cancelled' }))}>
                {documentList.showCancelled}
              </a>
            </p>
          )}
          {hasMore && (
            <LoadMore
              texts={{ ...documentList, more: words.more }}
              state={{ ...state, failure: state.phase === 'ready' ? failure : null }}
              onMore={() => void store.more()}
            />
          )}
        </>
      )}
    </div>
  );
}

const ICONS = { table: Rows3, cards: LayoutGrid };

function LayoutSwitch({ layout }: { readonly layout: listQuery.Layout }) {
  return (
    <fieldset className="list-layout switch line rigid">
      <legend className="visually-hidden">{texts.layout}</legend>
      {listQuery.LAYOUTS.map((one) => {
        const Icon = ICONS[one];
        return (
          <label key={one} title={texts.layouts[one]} className={one === layout ? 'chosen' : ''}>
            <input
              type="radio"
              name="layout"
              className="visually-hidden"
              checked={one === layout}
              onChange={() => listQuery.chooseLayout(one)}
            />
            <Icon size={18} aria-hidden="true" />
            <span className="visually-hidden">{texts.layouts[one]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
