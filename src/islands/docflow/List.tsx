import '../../styles/docflow.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $router } from '../../lib/browser/router.ts';
import { docflowCalls } from '../../lib/docflow/document-calls.ts';
import { docflow, documentList as texts } from '../../lib/docflow/document-texts.ts';
import { createDocuments } from '../../lib/docflow/list-store.ts';
import {
  type DocumentQuery,
  isNarrowed,
  queryOf,
  queryText,
  TILE_NAMES,
  TILES,
  tileOf,
} from '../../lib/docflow/query.ts';
import { rememberList, takeDocument } from '../../lib/docflow/way.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { PortalHeading } from '../portal/PortalHeading.tsx';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { CreateDocument } from './CreateDocument.tsx';
import { DocflowBanner } from './DocflowBanner.tsx';
import { cardId, DocumentCard } from './DocumentCard.tsx';
import { ListFilters } from './ListFilters.tsx';
import { useViewer } from './use-viewer.ts';

const store = createDocuments(docflowCalls);

/** The documents of the query that stands in the address, newest first. */
export default function List() {
  const viewer = useViewer();
  const state = useStore(store.$documents);
  const { lang, docflow: words } = useStore($portalWords);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  const tile = tileOf(query);

  const tabs = useRef<HTMLElement>(null);
  const isOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => {
    void (isOpen.current ? store.search(query) : store.open(query));
    isOpen.current = true;
    rememberList(tabMemory, address);
  }, [address]);
  // Where the ways in do not fit side by side, the present one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the tile
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tile]);
  // A reader who comes back from a document goes on at the same place.
  useEffect(() => {
    const link = document.getElementById(cardId(takeDocument() ?? 0));
    link?.focus();
    link?.scrollIntoView({ block: 'center' });
  }, []);
  // The page of a document is what is most likely asked for next.
  useEffect(() => void import('./Document.tsx'), []);
  useEffect(() => {
    const failure = state.failure ?? state.moreFailure;
    if (failure && (state.phase === 'failed' || failure.kind === 'login')) leaveToAuth(failure);
  }, [state.phase, state.failure, state.moreFailure]);

  const open = (next: DocumentQuery) => $router.open(paths.documents(queryText(next)));
  const isEmpty = state.rows.length === 0;

  return (
    <div className="docflow-list">
      <div className="docflow-head">
        <PortalHeading text={tile ? `${words.documents}: ${words[tile]}` : words.documents} lang={lang} />
        <CreateDocument />
      </div>
      <DocflowBanner />
      <nav ref={tabs} className="docflow-tabs" aria-label={docflow.tiles}>
        <ul>
          {TILE_NAMES.map((name) => (
            <li key={name}>
              <a
                href={paths.documents(queryText(TILES[name]))}
                aria-current={name === tile ? 'page' : undefined}
                lang={lang}
              >
                {words[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ListFilters
        query={query}
        viewer={viewer}
        busy={state.searching && state.phase === 'ready'}
        onChange={open}
      />
      {state.phase !== 'ready' ? (
        <ListSkeleton loading={texts.loading} list="doc-cards" bone="doc-bone" />
      ) : (
        <>
          {state.failure && <Failed failure={state.failure} onAgain={() => void store.search(query)} />}
          <p role="status" className="visually-hidden">
            {!state.searching && !isEmpty && texts.found(state.rows.length, state.hasMore)}
          </p>
          {isEmpty && !state.failure && !state.searching && (
            <p className="data-list-empty" role="status">
              {isNarrowed(query) ? texts.nothingFound : texts.empty[tile ?? 'none']}
            </p>
          )}
          {!isEmpty && (
            <ul className="doc-cards" aria-label={texts.label} aria-busy={state.searching}>
              {state.rows.map((document) => (
                <DocumentCard key={document.id} document={document} viewer={viewer} />
              ))}
            </ul>
          )}
          {state.hasMore && (
            <LoadMore
              label={words.more}
              loadingLabel={texts.moreLoading}
              loading={state.loadingMore}
              failure={state.moreFailure}
              failed={texts.moreFailed}
              onMore={() => void store.more()}
            />
          )}
        </>
      )}
    </div>
  );
}
