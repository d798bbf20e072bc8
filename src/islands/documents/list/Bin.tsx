// The bin of documents: what was deleted without a decision, until when it can be restored, and the button that does.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useState } from 'react';
import type { BinnedDocument } from '../../../../contract/documents/documents.ts';
import { documentCalls } from '../../../lib/documents/document-calls.ts';
import { docflow, numberOf, pairOf, personName } from '../../../lib/documents/document-texts.ts';
import { binTexts as texts } from '../../../lib/documents/late-texts.ts';
import { actErrors } from '../../../lib/documents/page-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { Button, Failed, Message } from '../../ui/controls.tsx';
import { useCall, useLoaded } from '../../ui/hooks.ts';
import { InParts, ListSkeleton } from '../../ui/ListFrame.tsx';

export default function Bin() {
  const { value, failure, again } = useLoaded(documentCalls.bin);
  const [restored, setRestored] = useState<readonly { readonly id: number; readonly title: string }[]>([]);
  const latest = restored.at(-1);
  const rows = value?.filter(({ id }) => restored.every((one) => one.id !== id));

  return (
    <div className="stack gap-12">
      <p className="muted">
        {texts.lead} <a href={paths.documents('')}>{texts.toList}</a>
      </p>
      {latest && (
        <Message kind="success" actions={<a href={paths.document(latest.id)}>{docflow.open}</a>}>
          {docflow.restored(latest.title)}
        </Message>
      )}
      {!rows && !failure && <ListSkeleton loading={texts.loading} list="queue-list" />}
      {failure && (
        <Failed failure={failure} onAgain={again}>
          {texts.failed}
        </Failed>
      )}
      {rows?.length === 0 && (
        <p className="data-list-empty muted" role="status">
          {texts.empty}
        </p>
      )}
      {rows && rows.length > 0 && (
        <section className="panel queue">
          <InParts rows={rows}>
            {(shown) => (
              <ul className="queue-list" aria-label={texts.list}>
                {shown.map((row) => (
                  <Row key={row.id} row={row} onRestored={(one) => setRestored((known) => [...known, one])} />
                ))}
              </ul>
            )}
          </InParts>
        </section>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: BinnedDocument;
  readonly onRestored: (document: { readonly id: number; readonly title: string }) => void;
}

function Row({ row, onRestored }: RowProps) {
  const { id, title, binnedBy, binnedAt, goesAt } = row;
  const { busy, failure, run } = useCall();
  return (
    <li className="queue-row gap-4-16 stack middle ruled">
      <div className="stack">
        <span className="queue-title breaks">{title}</span>
        <span className="muted breaks small">
          {numberOf(row)}, {pairOf(row)}
        </span>
      </div>
      <div className="queue-facts gap-4-12 flush row middle muted breaks small">
        <span>{texts.binned(personName(binnedBy), binnedAt)}</span>
        <span>{texts.goes(goesAt)}</span>
        <Button
          busy={busy}
          aria-label={texts.restoreOf(title)}
          onClick={() => void run(async () => onRestored(await documentCalls.restore(id)))}>
          {texts.restore}
        </Button>
      </div>
      {failure && (
        <p className="field-error" role="alert">
          {docflow.restoreFailed} {failureText(failure, actErrors)}
        </p>
      )}
    </li>
  );
}
