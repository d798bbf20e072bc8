// The body of a journal: its entries page by page, what stands in their place, and their download as a file. The journal
// of security and that of documents are drawn in it.
import '../../styles/journal.css';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import type { mauth } from '../../lib/platform/session.ts';
import { Button, Failed } from './controls.tsx';
import { useCall } from './hooks.ts';
import { CursorFrame } from './ListFrame.tsx';

interface DownloadTexts {
  readonly download: string;
  readonly downloading: string;
  readonly downloaded: string;
  readonly downloadHint: string;
  readonly downloadFailed: string;
}

type FrameProps = Parameters<typeof CursorFrame>[0];

interface JournalFrameProps<Row> extends Pick<FrameProps, 'errors' | 'onAgain' | 'onMore'> {
  readonly state: FrameProps['state'] & { readonly rows: readonly Row[]; readonly searching: boolean };
  readonly texts: FrameProps['texts'] &
    DownloadTexts & { readonly list: string; readonly found: (count: number, isMore: boolean) => string };
  /** Stands in the place of entries when there are none. */
  readonly nothing: string;
  /** The file of the shown filters: where it is asked for, and its name. */
  readonly download: JournalFile;
  readonly draw: (row: Row) => ReactNode;
}

export function JournalFrame<Row>({ state, texts, nothing, download, draw, ...rest }: JournalFrameProps<Row>) {
  const { rows, next, searching } = state;
  const isEmpty = rows.length === 0;
  return (
    <CursorFrame state={state} texts={texts} list="records carded" bones={6} {...rest}>
      <p role="status" className="visually-hidden">
        {!searching && !isEmpty && texts.found(rows.length, next !== null)}
      </p>
      {isEmpty && !searching && (
        <p className="data-list-empty muted" role="status">
          {nothing}
        </p>
      )}
      {!isEmpty && <Download texts={texts} {...download} />}
      {!isEmpty && (
        <ul className="records carded" aria-label={texts.list} aria-busy={searching}>
          {rows.map(draw)}
        </ul>
      )}
    </CursorFrame>
  );
}

interface JournalFile {
  readonly service: typeof mauth;
  readonly path: string;
  readonly name: string;
}

interface DownloadProps extends JournalFile {
  readonly texts: DownloadTexts;
}

function Download({ texts, service, path, name }: DownloadProps) {
  const [done, setDone] = useState(false);
  const { busy, failure, run } = useCall();

  async function download() {
    setDone(false);
    await run(async () => {
      // A long journal may take a while: nothing times it out.
      saveFile(await service.get(path, { timeout: false }).blob(), name);
      setDone(true);
    });
  }

  return (
    <div className="below-12 row middle gap-8-12">
      <Button busy={busy} onClick={() => void download()}>
        {busy ? texts.downloading : texts.download}
      </Button>
      <span className="muted small" role="status">
        {done ? texts.downloaded : texts.downloadHint}
      </span>
      {failure && (
        <Failed failure={failure} onAgain={() => void download()}>
          {texts.downloadFailed}
        </Failed>
      )}
    </div>
  );
}
