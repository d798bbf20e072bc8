import '../../styles/docflow.css';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DiscussionRights } from '../../../contract/document-comments.ts';
import { now } from '../../lib/browser/now.ts';
import { $router } from '../../lib/browser/router.ts';
import { type Acts, actsOn, isAskedOf } from '../../lib/docflow/acts.ts';
import { $docflowBanner, $savedDocument } from '../../lib/docflow/banner-store.ts';
import { docflowCalls } from '../../lib/docflow/document-calls.ts';
import { createDocumentPage } from '../../lib/docflow/document-store.ts';
import { decisionTexts, documentHistory, documentPage } from '../../lib/docflow/document-texts.ts';
import { takeAsked } from '../../lib/docflow/prefetch-store.ts';
import { forgetWaiting, nextWaiting } from '../../lib/docflow/queue-way.ts';
import { waitingDocuments } from '../../lib/docflow/waiting-documents.ts';
import { rememberDocument } from '../../lib/docflow/way.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { chunk } from '../ui/chunk.tsx';
import { DocumentActs } from './DocumentActs.tsx';
import { DocumentNotices } from './DocumentNotices.tsx';
import { DocumentSheet } from './DocumentSheet.tsx';
import { DocumentTools } from './DocumentTools.tsx';
import { DocumentWay } from './DocumentWay.tsx';
import { Signatories } from './Signatories.tsx';
import { useDocumentId } from './use-document-id.ts';
import { refreshViewer, useViewer } from './use-viewer.ts';

const DocumentHistory = chunk(
  () => import('./DocumentHistory.tsx'),
  <p role="status">{documentHistory.loading}</p>,
);

const Discussion = chunk(
  () => import('./Discussion.tsx'),
  <p role="status">{documentPage.discussionLoading}</p>,
);

const NONE: Acts = {
  asked: { acceptor: [], recipient: [] },
  create: false,
  edit: false,
  remove: false,
  remind: false,
};

/** One document: what it says, who signed it, and what the reader may do about it. */
export default function Document() {
  const id = useDocumentId();
  const viewer = useViewer();
  const [store] = useState(() => createDocumentPage(docflowCalls, id, () => now().getTime()));
  const page = useStore(store.$page);
  const [said, setSaid] = useState(() => {
    const saved = $savedDocument.get();
    return saved?.id === id ? saved.text : '';
  });
  const [next, setNext] = useState<number | null>(null);
  const [withHistory, setWithHistory] = useState(false);
  const [mayAsk, setMayAsk] = useState(false);
  const [wantsToAsk, setWantsToAsk] = useState(0);
  const [saidTimes, setSaidTimes] = useState(0);
  const notices = useRef<HTMLDivElement>(null);
  const history = useRef<HTMLDivElement>(null);

  // The history opens below a text of any length: whoever asks for it is taken there.
  useEffect(() => {
    if (!withHistory) return;
    history.current?.focus({ preventScroll: true });
    history.current?.scrollIntoView({ block: 'start' });
  }, [withHistory]);
  useEffect(() => {
    void store.load(() => takeAsked(id));
    rememberDocument(id);
    $savedDocument.set(null);
    // A session that ends is renewed over the page.
    return openForm();
  }, [store, id]);
  useEffect(() => {
    if (page.phase !== 'failed') return;
    if (page.failure.kind !== 'missing') return leaveToAuth(page.failure);
    $docflowBanner.set({ kind: 'missing' });
    $router.open(paths.docflow, true);
  }, [page]);

  /** Nothing more is asked here: what waits next is at hand. */
  function settle(): void {
    const shown = store.$page.get();
    if (shown.phase !== 'ready' || !viewer || isAskedOf(shown.document, viewer)) return;
    forgetWaiting(tabMemory, id);
    setNext(nextWaiting(tabMemory, id));
  }

  /** Opens what waits next; nothing happens while this document asks for more, or nothing else waits. */
  function goOn(): void {
    const shown = store.$page.get();
    if (shown.phase !== 'ready' || !viewer || isAskedOf(shown.document, viewer)) return;
    const following = nextWaiting(tabMemory, id);
    if (following !== null) $router.open(paths.document(following));
  }

  /** Follows a decision: what came of it is said, and asked for again where a right may be gone. */
  async function follow(decision: Promise<Failure | null>, done: string): Promise<Failure | null> {
    setSaid('');
    const failure = await decision;
    if (!failure) {
      setSaid(done);
      settle();
      void waitingDocuments.load();
    }
    askIfEnded(failure);
    if (failure?.kind === 'forbidden') await refreshViewer().catch(() => {});
    // The button that was pressed may be gone.
    requestAnimationFrame(() => notices.current?.focus());
    return failure;
  }

  const keepRights = useCallback(({ ask }: DiscussionRights) => setMayAsk(ask), []);
  /** Something was said: the history tells of it, and the document whether a question waits. */
  function freshen(): void {
    setSaidTimes(saidTimes + 1);
    void store.load();
  }

  const ready = page.phase === 'ready' ? page : null;
  const acts = ready && viewer ? actsOn(ready.document, viewer) : NONE;
  return (
    <div className="doc-page">
      <div className="doc-head">
        <DocumentWay />
        {ready && (
          <DocumentTools
            document={ready.document}
            acts={acts}
            store={store}
            withHistory={withHistory}
            onHistory={() => setWithHistory(!withHistory)}
          />
        )}
      </div>
      <div ref={notices} tabIndex={-1} className="doc-notices no-print">
        {ready && (
          <DocumentNotices said={said} next={next} failure={ready.failure} overtaken={ready.overtaken} />
        )}
      </div>
      <div className="doc-columns" aria-busy={!ready}>
        <DocumentSheet document={ready?.document ?? null} freshenLinks={store.freshenLinks}>
          {ready && (
            <DocumentActs
              acts={acts}
              busy={ready.busy}
              onDecide={(decision) => follow(store.decide(decision), decisionTexts[decision.name].done)}
              onNext={goOn}
              onAsk={mayAsk ? () => setWantsToAsk(wantsToAsk + 1) : null}
            />
          )}
        </DocumentSheet>
        {ready && <Signatories document={ready.document} viewer={viewer} />}
      </div>
      {ready && viewer && (
        <Discussion
          document={ready.document}
          etag={ready.etag}
          uid={viewer.uid}
          wantsToAsk={wantsToAsk}
          onRights={keepRights}
          onSaid={freshen}
        />
      )}
      {ready && withHistory && (
        <div ref={history} tabIndex={-1} className="doc-history-place no-print">
          <DocumentHistory key={`${ready.etag} ${saidTimes}`} id={id} />
        </div>
      )}
    </div>
  );
}
