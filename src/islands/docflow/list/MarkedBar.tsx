import { BellRing, BookOpenCheck, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { ListedDocument } from '../../../../contract/docflow-list.ts';
import type { Viewer } from '../../../lib/docflow/acts.ts';
import { docflowCalls } from '../../../lib/docflow/document-calls.ts';
import { type MarkedAct, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { acknowledgeRow, actOnEach, type Outcome, remindRow } from '../../../lib/docflow/marked-acts.ts';
import { Button } from '../../ui/Button.tsx';
import { ExportButton } from './ExportButton.tsx';

/** What an act upon the marked documents came to. */
export interface MarkedResult {
  readonly act: MarkedAct;
  readonly rows: readonly ListedDocument[];
  readonly outcomes: readonly Outcome[];
}

interface Props {
  readonly marked: readonly ListedDocument[];
  readonly viewer: Viewer;
  readonly onResult: (result: MarkedResult) => void;
  readonly onUnmark: () => void;
}

/** What may be done with all marked documents at once; it stays in sight while something is marked. */
export function MarkedBar({ marked, viewer, onResult, onUnmark }: Props) {
  const [act, setAct] = useState<MarkedAct | null>(null);
  const [done, setDone] = useState(0);

  async function start(chosen: MarkedAct): Promise<void> {
    if (act) return;
    setAct(chosen);
    setDone(0);
    const one = (row: ListedDocument) =>
      chosen === 'acknowledge'
        ? acknowledgeRow(docflowCalls, row, viewer.uid)
        : remindRow(docflowCalls, row, viewer.uid);
    const outcomes = await actOnEach(marked, one, setDone);
    setAct(null);
    onResult({ act: chosen, rows: marked, outcomes });
  }
  const label = (name: MarkedAct) => (act === name ? texts.acting(done, marked.length) : texts[name]);

  return (
    <section className="marked-bar" aria-label={texts.marked(marked.length)}>
      <strong role="status">{texts.marked(marked.length)}</strong>
      <Button busy={act !== null} onClick={() => void start('acknowledge')}>
        <BookOpenCheck size={18} aria-hidden="true" />
        {label('acknowledge')}
      </Button>
      <Button busy={act !== null} onClick={() => void start('remind')}>
        <BellRing size={18} aria-hidden="true" />
        {label('remind')}
      </Button>
      <ExportButton query="?" ids={marked.map(({ id }) => id)}>
        <FileSpreadsheet size={18} aria-hidden="true" />
        {texts.download}
      </ExportButton>
      <Button kind="quiet" onClick={onUnmark}>
        {texts.unmark}
      </Button>
    </section>
  );
}
