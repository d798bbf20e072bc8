import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { listCalls } from '../../../lib/docflow/list-calls.ts';
import { listErrors, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { type Failure, failureOf } from '../../../lib/http/failure.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  /** The query whose documents the file holds; with ids only these. */
  readonly query: string;
  readonly ids: readonly number[];
  readonly label?: string;
  readonly children: ReactNode;
}

/** Saves documents of a list as .xlsx. */
export function ExportButton({ query, ids, label, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function download(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      saveFile(await listCalls.file(query, ids), texts.fileName);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      <Button busy={busy} aria-label={label} title={label} onClick={() => void download()}>
        {children}
      </Button>
      {failure && (
        <span className="field-error" role="alert">
          {texts.downloadFailed} {failureText(failure, listErrors)}
        </span>
      )}
    </>
  );
}
