import { Download } from 'lucide-react';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { runs as texts } from '../../lib/price-lists/runs/history-texts.ts';
import { Button } from './Button.tsx';
import { useCall } from './use-call.ts';

interface Props {
  /** Fetches the file. Throws what ky throws, or SessionEnded. */
  readonly ask: () => Promise<Blob>;
  /** Under which the file is saved. */
  readonly name: string;
  readonly label: string;
  /** Name of the button for readers, when its text alone does not tell one row from another. */
  readonly fullLabel?: string;
}

/** Fetches a file and hands it to the browser. */
export function DownloadButton({ ask, name, label, fullLabel }: Props) {
  const { busy, failure, run } = useCall();

  return (
    <>
      <Button
        busy={busy}
        aria-label={busy ? undefined : fullLabel}
        onClick={() => void run(async () => saveFile(await ask(), name))}
      >
        {!busy && <Download aria-hidden="true" />}
        {busy ? texts.downloading : label}
      </Button>
      <span role="alert" className="field-error">
        {failure && `${texts.downloadFailed} ${failureText(failure)}`}
      </span>
    </>
  );
}
