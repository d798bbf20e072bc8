import { useStore } from '@nanostores/react';
import { CopyPlus, History, Pencil, Printer, Trash2 } from 'lucide-react';
import type { Document } from '../../../contract/docflow.ts';
import { $router } from '../../lib/browser/router.ts';
import type { Acts } from '../../lib/docflow/acts.ts';
import { $docflowBanner } from '../../lib/docflow/banner-store.ts';
import { docflowCalls } from '../../lib/docflow/document-calls.ts';
import type { DocumentPage } from '../../lib/docflow/document-store.ts';
import { actErrors, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { routeTexts } from '../../lib/docflow/route-texts.ts';
import { leaveDocument } from '../../lib/docflow/way.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { PackageButton } from './PackageButton.tsx';
import { RemindButton } from './RemindButton.tsx';

interface Props {
  readonly document: Document;
  readonly acts: Acts;
  readonly store: DocumentPage;
  readonly withHistory: boolean;
  readonly onHistory: () => void;
}

/** What can be done with a document besides answering it. */
export function DocumentTools({ document, acts, store, withHistory, onHistory }: Props) {
  const { docflow: words } = useStore($portalWords);
  const { id, title } = document;

  async function remove(): Promise<Confirmed> {
    const failure = await store.remove();
    if (failure) {
      askIfEnded(failure);
      return { refused: `${texts.removeFailed} ${failureText(failure, actErrors)}` };
    }
    $docflowBanner.set({ kind: 'removed', title });
    leaveDocument((address) => void $router.open(address, true));
    return { done: true };
  }

  async function remind(): Promise<string> {
    try {
      return texts.reminded(await docflowCalls.remind(id));
    } catch (error) {
      const failure = failureOf(error);
      askIfEnded(failure);
      return failure.kind === 'busy'
        ? texts.remindLater
        : `${texts.remindFailed} ${failureText(failure, actErrors)}`;
    }
  }

  return (
    <div className="doc-tools no-print">
      {acts.remind && <RemindButton onRemind={remind} />}
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
        <a className="icon-button" href={paths.documentEdit(id)} aria-label={texts.edit} title={texts.edit}>
          <Pencil size={20} aria-hidden="true" />
        </a>
      )}
      {acts.remove && (
        <ConfirmButton
          className="icon-button"
          label={texts.remove}
          question={words.removeQuestion}
          details={texts.removeDetails(title)}
          yes={texts.remove}
          onConfirm={remove}
        >
          <Trash2 size={20} aria-hidden="true" />
        </ConfirmButton>
      )}
    </div>
  );
}
