// The tools above a document on its page: remind signatories, history, print, package (PDF of the document with its
// signatures), copy, edit, delete.
import '../../styles/editing.css';
import '../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { Ban, BellRing, CopyPlus, FileDown, History, Pencil, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Document, RemindAnswer } from '../../../contract/documents/documents.ts';
import { bearsDecision } from '../../../rules/documents/signing.ts';
import { documentCalls } from '../../lib/documents/document-calls.ts';
import type { DocumentPage as PageStore } from '../../lib/documents/document-store.ts';
import { actErrors, documentPage as texts } from '../../lib/documents/page-texts.ts';
import type { Permitted } from '../../lib/documents/permissions.ts';
import * as returnAddress from '../../lib/documents/return-address.ts';
import { routeTexts } from '../../lib/documents/route-texts.ts';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router, askIfEnded } from '../../lib/platform/router.ts';
import { Button, ConfirmButton, type Confirmed } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { ReasonDialog } from './DecisionButtons.tsx';

interface DocumentToolsProps {
  readonly document: Document;
  readonly acts: Permitted;
  readonly store: PageStore;
  readonly withHistory: boolean;
  readonly onHistory: () => void;
}

export function DocumentTools({ document, acts, store, withHistory, onHistory }: DocumentToolsProps) {
  const { docflow: words } = useStore($portalWords);
  const { id, title } = document;
  const isDecided = bearsDecision(document.version, [...document.acceptor, ...document.recipient]);

  async function remove(): Promise<Confirmed> {
    const { value, failure } = await store.remove();
    if (failure) {
      askIfEnded(failure);
      return { refused: `${texts.removeFailed} ${failureText(failure, actErrors)}` };
    }
    const kind = value === null ? 'gone' : value.state === 'cancelled' ? 'cancelled' : 'binned';
    returnAddress.$documentBanner.set({ kind, id, title: value?.title ?? title, author: document.author.uid });
    returnAddress.leaveDocument((address) => void $router.open(address, true));
    return { done: true };
  }

  return (
    <div className="doc-tools row middle gap-4-12 no-print">
      {acts.remind && <RemindButton id={id} />}
      <button type="button" className="button quiet" aria-expanded={withHistory} onClick={onHistory}>
        <History aria-hidden="true" />
        {withHistory ? texts.hideHistory : texts.history}
      </button>
      <button type="button" className="button quiet" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {texts.print}
      </button>
      <PackageButton document={document} />
      {acts.create && (
        <a className="button quiet" href={paths.documentAfter(document.directing.id, document.task.id, id)}>
          <CopyPlus aria-hidden="true" />
          {routeTexts.sample}
        </a>
      )}
      {acts.edit && (
        <a className="button quiet" href={paths.documentEdit(id)}>
          <Pencil aria-hidden="true" />
          {texts.edit}
        </a>
      )}
      {acts.remove && isDecided && <CancelButton title={title} onCancel={store.cancel} />}
      {acts.remove && !isDecided && (
        <ConfirmButton
          className="icon-button"
          label={texts.remove}
          question={words.removeQuestion}
          details={texts.removeDetails(title)}
          yes={texts.removeYes}
          onConfirm={remove}>
          <Trash2 size={20} aria-hidden="true" />
        </ConfirmButton>
      )}
    </div>
  );
}

interface CancelButtonProps {
  readonly title: string;
  readonly onCancel: (reason: string) => Promise<Failure | null>;
}

/** Cancels a document that bears decisions, for a reason that everyone concerned gets. */
function CancelButton({ title, onCancel }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Ban aria-hidden="true" />
        {texts.cancelDocument}
      </Button>
      {isOpen && (
        <ReasonDialog
          heading={texts.cancelQuestion}
          details={texts.cancelDetails(title)}
          submit={texts.cancelYes}
          required={texts.cancelReasonRequired}
          onSend={onCancel}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function RemindButton({ id }: { readonly id: number }) {
  const { busy, failure, run } = useCall();
  const [reminded, setReminded] = useState<RemindAnswer | null>(null);

  function remind(): void {
    setReminded(null);
    void run(async () => setReminded(await documentCalls.remind(id)));
  }

  return (
    <>
      <span role="status" className="small muted">
        {reminded !== null && texts.reminded(reminded)}
        {failure?.kind === 'busy' && texts.remindLater}
        {failure && failure.kind !== 'busy' && `${texts.remindFailed} ${failureText(failure, actErrors)}`}
      </span>
      <Button kind="quiet" busy={busy} onClick={remind}>
        {!busy && <BellRing aria-hidden="true" />}
        {texts.remind}
      </Button>
    </>
  );
}

function PackageButton({ document }: { readonly document: Document }) {
  const { busy, failure, run } = useCall();
  const save = () => run(async () => saveFile(await documentCalls.packageOf(document.id), texts.packageName(document)));

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void save()}>
        {!busy && <FileDown aria-hidden="true" />}
        {texts.package}
      </Button>
      <span role="status" className="small muted">
        {failure && `${texts.packageFailed} ${failureText(failure, actErrors)}`}
      </span>
    </>
  );
}
