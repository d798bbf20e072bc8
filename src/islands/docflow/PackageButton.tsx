import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '../../../contract/docflow.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { docflowCalls } from '../../lib/docflow/document-calls.ts';
import { actErrors, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';

/** Saves the signed package of a document, and tells where that failed. */
export function PackageButton({ document }: { readonly document: Document }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function save(): Promise<void> {
    setBusy(true);
    setSaid('');
    try {
      saveFile(await docflowCalls.packageOf(document.id), texts.packageName(document));
    } catch (error) {
      const failure = failureOf(error);
      askIfEnded(failure);
      setSaid(`${texts.packageFailed} ${failureText(failure, actErrors)}`);
    }
    setBusy(false);
  }

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void save()}>
        {!busy && <FileDown aria-hidden="true" />}
        {texts.package}
      </Button>
      <span role="status" className="small muted">
        {said}
      </span>
    </>
  );
}
