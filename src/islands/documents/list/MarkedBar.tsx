// What staff do at once with all documents marked in a list (acknowledge, remind, export), the outcome of it, and the
// button that exports a list.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { BellRing, BookOpenCheck, FileSpreadsheet, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ListedDocument } from '../../../../contract/documents/lists.ts';
import { documentCalls } from '../../../lib/documents/document-calls.ts';
import { mailTroubles, numberOf } from '../../../lib/documents/document-texts.ts';
import * as listStore from '../../../lib/documents/list-store.ts';
import {
  listErrors,
  type MarkedAct,
  outcomeTexts,
  reasonOf,
  listTexts as texts,
} from '../../../lib/documents/list-texts.ts';
import { actErrors } from '../../../lib/documents/page-texts.ts';
import type { Viewer } from '../../../lib/documents/permissions.ts';
import { waitingDocuments } from '../../../lib/documents/queue-store.ts';
import { saveFile } from '../../../lib/platform/copy-and-save.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { Button } from '../../ui/controls.tsx';
import { useCall } from '../../ui/hooks.ts';

export interface MarkedResult {
  readonly act: MarkedAct;
  readonly rows: readonly ListedDocument[];
  readonly outcomes: readonly listStore.Outcome[];
}

interface MarkedBarProps {
  readonly marked: readonly ListedDocument[];
  readonly viewer: Viewer;
  readonly onResult: (result: MarkedResult) => void;
  readonly onUnmark: () => void;
}

export function MarkedBar({ marked, viewer, onResult, onUnmark }: MarkedBarProps) {
  const [act, setAct] = useState<MarkedAct | null>(null);
  const [done, setDone] = useState(0);

  async function start(chosen: MarkedAct): Promise<void> {
    if (act) return;
    setAct(chosen);
    setDone(0);
    const one = (row: ListedDocument) =>
      chosen === 'acknowledge'
        ? listStore.acknowledgeRow(documentCalls, row, viewer.uid)
        : listStore.remindRow(documentCalls, row, viewer);
    const outcomes = await listStore.actOnEach(marked, one, setDone);
    setAct(null);
    void waitingDocuments.load();
    onResult({ act: chosen, rows: marked, outcomes });
  }
  const label = (name: MarkedAct) => (act === name ? texts.acting(done, marked.length) : texts[name]);

  return (
    <section className="marked-bar below-8 row middle gap-8" aria-label={texts.marked(marked.length)}>
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

/** The outcome of an action on several documents: how many are done, and the others grouped by reason. */
export function MarkedOutcome({ result, onClose }: { readonly result: MarkedResult; readonly onClose: () => void }) {
  const { act, rows, outcomes } = result;
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  const trouble = outcomes.flatMap((one) => (one.kind === 'done' && one.mailTrouble ? [one.mailTrouble] : []))[0];
  const left = new Map<string, ListedDocument[]>();
  for (const [at, row] of rows.entries()) {
    const outcome = outcomes[at];
    if (!outcome || outcome.kind === 'done') continue;
    const why = outcome.kind === 'failed' ? failureText(outcome.failure, actErrors) : reasonOf(act, outcome);
    left.set(why, [...(left.get(why) ?? []), row]);
  }
  return (
    <section className="marked-outcome below-8 box line apart gap-12">
      <div role="status">
        <p>{outcomeTexts[act].done(done, rows.length)}</p>
        {trouble && <p>{mailTroubles[trouble]}</p>}
        {[...left].map(([why, documents]) => (
          <details key={why}>
            <summary>
              {documents.length}: {why}
            </summary>
            <ul>
              {documents.map((document) => (
                <li key={document.id}>
                  <a href={paths.document(document.id)}>
                    {numberOf(document)} «{document.title}»
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </section>
  );
}

interface ExportButtonProps {
  /** The query whose documents are exported; with ids only these. */
  readonly query: string;
  readonly ids: readonly number[];
  readonly label?: string;
  readonly children: ReactNode;
}

export function ExportButton({ query, ids, label, children }: ExportButtonProps) {
  const { busy, failure, run } = useCall();
  const download = () => run(async () => saveFile(await listStore.listCalls.file(query, ids), texts.fileName));

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
