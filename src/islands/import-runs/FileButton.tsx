import { type RunFile, runCalls } from '../../lib/import-runs/run-calls.ts';
import { DownloadButton } from './DownloadButton.tsx';

interface Props {
  readonly runId: number;
  readonly file: RunFile;
  /** Under which the file is saved. */
  readonly name: string;
  readonly label: string;
}

/** Fetches a file of a run and hands it to the browser. */
export function FileButton({ runId, file, name, label }: Props) {
  return <DownloadButton ask={() => runCalls.file(runId, file)} name={name} label={label} />;
}
