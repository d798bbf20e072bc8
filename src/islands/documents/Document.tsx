// The page of one document of the staff: its sheet, signatories, discussion and history, and what the viewer may do
// with it.
import { DocumentTools } from './DocumentTools.tsx';
import '../../styles/editing.css';
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DiscussionRights, Document } from '../../../contract/documents/documents.ts';
import { type DecisionSent, documentCalls, takeQuestion } from '../../lib/documents/document-calls.ts';
import { createDocumentPage, type Overtaken } from '../../lib/documents/document-store.ts';
import { queryOf, tileOf } from '../../lib/documents/list-query.ts';
import { rememberDecision, rememberWithdrawal, whyRefused } from '../../lib/documents/made-decision.ts';
import { actErrors, documentHistory, documentPage as texts } from '../../lib/documents/page-texts.ts';
import { isDecisionOf, type Permitted, permittedOn } from '../../lib/documents/permissions.ts';
import { forgetWaiting, nextWaiting, waitingDocuments } from '../../lib/documents/queue-store.ts';
import * as returnAddress from '../../lib/documents/return-address.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router, askIfEnded, openForm } from '../../lib/platform/router.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { chunk } from '../ui/chunk.tsx';
import { Message } from '../ui/controls.tsx';
import { useAddressId, useLeave } from '../ui/hooks.ts';
import { DecisionButtons } from './DecisionButtons.tsx';
import { DecisionBanner } from './DocumentBanners.tsx';
import { DocumentSheet } from './DocumentSheet.tsx';
import { refreshViewer, useViewer } from './DocumentsHead.tsx';
import { Signatories } from './Signatories.tsx';

const DocumentHistory = chunk(() => import('./DocumentHistory.tsx'), <p role="status">{documentHistory.loading}</p>);

const Discussion = chunk(() => import('./Discussion.tsx'), <p role="status">{texts.discussionLoading}</p>);

const NONE: Permitted = {
  asked: { acceptor: [], recipient: [] },
  otherSignatures: [],
  create: false,
  edit: false,
  remove: false,
  remind: false,
};

export default function DocumentPage() {
  const id = useAddressId();
  const viewer = useViewer();
  const [store] = useState(() => createDocumentPage(documentCalls, id, () => now().getTime()));
  const page = useStore(store.$page);
  const [said, setSaid] = useState(() => {
    const saved = returnAddress.$savedDocument.get();
    return saved?.id === id ? saved.text : '';
  });
  const [next, setNext] = useState<number | null>(null);
  const [withHistory, setWithHistory] = useState(false);
  const [mayAsk, setMayAsk] = useState(false);
  const [wantsToAsk, setWantsToAsk] = useState(0);
  const [saidTimes, setSaidTimes] = useState(0);
  const notices = useRef<HTMLDivElement>(null);
  const history = useRef<HTMLDivElement>(null);

  // The history opens below a text of any length: scroll to it.
  useEffect(() => {
    if (!withHistory) return;
    history.current?.focus({ preventScroll: true });
    history.current?.scrollIntoView({ block: 'start' });
  }, [withHistory]);
  useEffect(() => {
    void store.load(() => takeQuestion(id));
    returnAddress.rememberDocument(id);
    returnAddress.$savedDocument.set(null);
    // A session that ends is renewed over the page.
    return openForm();
  }, [store, id]);
  // Undone on the banner above this page: it shows what the server has now.
  const made = useStore(returnAddress.$madeDecision);
  const isUndone = made?.document === id && made.until === 0;
  useEffect(() => {
    if (isUndone) void store.load();
  }, [isUndone, store]);
  useLeave(page.phase === 'failed' ? page.failure : null, returnAddress.leaveMissingDocument);

  /** Offers the next document of the queue once the viewer has nothing left to decide here. */
  function settle(): void {
    const shown = store.$page.get();
    if (shown.phase !== 'ready' || !viewer || isDecisionOf(shown.document, viewer)) return;
    forgetWaiting(tabMemory, id);
    setNext(nextWaiting(tabMemory, id));
  }

  /** Opens the next document of the queue, unless the viewer still has to decide here. */
  function goOn(): void {
    const shown = store.$page.get();
    if (shown.phase !== 'ready' || !viewer || isDecisionOf(shown.document, viewer)) return;
    const following = nextWaiting(tabMemory, id);
    if (following !== null) $router.open(paths.document(following));
  }

  /** Shows the outcome of a decision; after a refusal for lack of a right the profile is read again. */
  async function follow(decision: DecisionSent): Promise<Failure | null> {
    setSaid('');
    returnAddress.$madeDecision.set(null);
    const failure = await store.decide(decision);
    const shown = store.$page.get();
    if (!failure && shown.phase === 'ready' && viewer) {
      rememberDecision(shown.document, decision, viewer.uid, now().getTime());
      settle();
    }
    // What was refused is no longer as the counters say either.
    void waitingDocuments.load();
    askIfEnded(failure);
    if (failure?.kind === 'forbidden') await refreshViewer().catch(() => {});
    // The pressed button may be gone.
    requestAnimationFrame(() => notices.current?.focus());
    return failure;
  }

  async function withdraw(insteadOf: string | null): Promise<Failure | null> {
    const failure = await store.withdraw(insteadOf);
    void waitingDocuments.load();
    const shown = store.$page.get();
    if (failure || shown.phase !== 'ready') return failure;
    rememberWithdrawal(shown.document);
    return null;
  }

  const keepRights = useCallback(({ ask }: DiscussionRights) => setMayAsk(ask), []);
  /** Reloads what a comment changes: the history, and the open questions of the document. */
  function freshen(): void {
    setSaidTimes(saidTimes + 1);
    void store.load();
  }

  const ready = page.phase === 'ready' ? page : null;
  const acts = ready && viewer ? permittedOn(ready.document, viewer) : NONE;
  return (
    <div className="doc-page">
      <div className="doc-head gap-4-20 below-12 row middle apart">
        <DocumentBackLinks />
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
          <DocumentNotices
            said={said}
            next={next}
            failure={ready.failure}
            overtaken={ready.overtaken}
            why={ready.refused && viewer ? whyRefused(ready.document, ready.refused, viewer.uid) : ''}
            cancelled={ready.document.cancelled}
          />
        )}
      </div>
      <div className="doc-columns top stack" aria-busy={!ready}>
        <DocumentSheet document={ready?.document ?? null} freshenLinks={store.freshenLinks}>
          {ready && (
            <DecisionButtons
              acts={acts}
              busy={ready.busy}
              document={ready.document}
              onDecide={follow}
              onWithdraw={withdraw}
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
          onDone={freshen}
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

interface DocumentProps {
  readonly said: string;
  /** The next document of the queue, once this one is decided; null: none. */
  readonly next: number | null;
  readonly failure: Failure | null;
  readonly overtaken: Overtaken | null;
  /** Why the last decision was not taken, by the shown document; '': it does not show that. */
  readonly why: string;
  readonly cancelled: Document['cancelled'];
}

function DocumentNotices({ cancelled, ...rest }: DocumentProps) {
  return (
    <>
      <Outcome {...rest} />
      {cancelled && <Message kind="warning">{texts.cancelled(cancelled)}</Message>}
    </>
  );
}

function Outcome({ said, next, failure, overtaken, why }: Omit<DocumentProps, 'cancelled'>) {
  if (overtaken) {
    return (
      <Message kind="warning">
        {texts.overtaken(overtaken.who, overtaken.when)}.{' '}
        {why || (overtaken.isOther ? texts.readAgain : texts.sameText)}
      </Message>
    );
  }
  if (failure && why) return <Message kind="warning">{why}</Message>;
  if (failure) {
    return (
      <Message kind="error">
        {failure.kind === 'forbidden' ? texts.rightGone : `${texts.failed} ${failureText(failure, actErrors)}`}
      </Message>
    );
  }
  return (
    <>
      <DecisionBanner next={next} />
      {said && <Message kind="success">{said}</Message>}
    </>
  );
}

function DocumentBackLinks() {
  const { lang, docflow: words } = useStore($portalWords);
  const list = returnAddress.lastList(tabMemory);
  const tile = list === null ? null : tileOf(queryOf(Object.fromEntries(new URLSearchParams(list))));
  return (
    <nav className="doc-way muted dense" aria-label={texts.backLinks} lang={lang}>
      <a href={paths.docflow}>{words.documents}</a>
      {list !== null && tile && (
        <>
          <span aria-hidden="true"> / </span>
          <a href={paths.documents(list)}>{words[tile]}</a>
        </>
      )}
    </nav>
  );
}
