// What happened on the page before, above the screens of documents: a removed or missing document, and the decision
// just made with its undo. DocumentsHead.tsx loads it when there is something to say; the page of a document has it.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { BinnedDocument } from '../../../contract/documents/documents.ts';
import { $profile } from '../../lib/accounts/own-profile.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import { docflow, documentQueue } from '../../lib/documents/document-texts.ts';
import { undoDecision } from '../../lib/documents/made-decision.ts';
import { actErrors, documentPage as pageTexts } from '../../lib/documents/page-texts.ts';
import { waitingDocuments } from '../../lib/documents/queue-store.ts';
import { $documentBanner, $madeDecision } from '../../lib/documents/return-address.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { now } from '../../lib/platform/now.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { Button, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

export default function DocumentBanners() {
  const banner = useStore($documentBanner);
  return (
    <>
      <DecisionBanner />
      {banner?.kind === 'missing' && <Message kind="warning">{docflow.missing}</Message>}
      {banner?.kind === 'gone' && <Message kind="info">{docflow.gone(banner.title)}</Message>}
      {banner?.kind === 'cancelled' && <Message kind="warning">{docflow.cancelled(banner.title)}</Message>}
      {banner?.kind === 'binned' && <BinnedBanner {...banner} />}
    </>
  );
}

interface BinnedBannerProps {
  readonly id: number;
  readonly title: string;
  /** Uid: the author and administrators may restore it. */
  readonly author: string;
  readonly found?: BinnedDocument;
}

function BinnedBanner({ id, title, author, found }: BinnedBannerProps) {
  const isAuthor = useStore($profile)?.uid === author;
  const isAdmin = useStore($account)?.rank === 'admin';
  const { busy, failure, run } = useCall();
  const [restored, setRestored] = useState('');
  if (restored !== '') {
    return (
      <Message kind="success" actions={<a href={paths.document(id)}>{docflow.open}</a>}>
        {docflow.restored(restored)}
      </Message>
    );
  }
  const restore = () => run(async () => setRestored((await documentCalls.restore(id)).title));
  return (
    <Message
      kind={failure ? 'error' : found ? 'warning' : 'success'}
      actions={
        (isAuthor || isAdmin) && (
          <Button busy={busy} onClick={() => void restore()}>
            {docflow.restore}
          </Button>
        )
      }>
      {failure
        ? `${docflow.restoreFailed} ${failureText(failure, actErrors)}`
        : found
          ? docflow.binned(found)
          : docflow.removed(title)}
    </Message>
  );
}

interface DecisionBannerProps {
  /** The next document of the queue; null: none. */
  readonly next?: number | null;
}

/** The decision just made, which can be undone for some seconds. */
export function DecisionBanner({ next = null }: DecisionBannerProps) {
  const made = useStore($madeDecision);
  const { busy, failure, run } = useCall();
  const [isOver, setOver] = useState(false);
  const until = made?.until ?? 0;
  useEffect(() => {
    setOver(false);
    const timer = setTimeout(() => setOver(true), Math.max(0, until - now().getTime()));
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(
    () => () => {
      const left = $madeDecision.get();
      if (left && left.until <= now().getTime()) $madeDecision.set(null);
    },
    [],
  );
  if (!made) return null;
  async function undo(): Promise<Failure | null> {
    const refused = await undoDecision(documentCalls);
    void waitingDocuments.load();
    return refused;
  }
  const mayUndo = until > 0 && !isOver;
  const actions = (
    <>
      {mayUndo && (
        <Button busy={busy} onClick={() => void run(undo)}>
          {pageTexts.undo}
        </Button>
      )}
      {next !== null && until > 0 && <a href={paths.document(next)}>{documentQueue.next}</a>}
    </>
  );
  return (
    <Message kind={failure ? 'error' : 'success'} actions={mayUndo || next !== null ? actions : undefined}>
      {made.text}
      {failure && ` ${pageTexts.undoFailed} ${failureText(failure, actErrors)}`}
    </Message>
  );
}
