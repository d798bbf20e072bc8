import { useEffect, useState } from 'react';
import { DECISION_NAMES, DECISIONS, type DecisionName } from '../../../contract/decisions.ts';
import { submitOnKey } from '../../lib/browser/submit-key.ts';
import type { Acts, Asked } from '../../lib/docflow/acts.ts';
import type { DecisionSent } from '../../lib/docflow/document-calls.ts';
import { decisionTexts, personName, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { documentQueue } from '../../lib/docflow/queue-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { Button } from '../ui/Button.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';

interface Props {
  readonly acts: Acts;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
  /** Told when the key has carried out the first decision: what waits next is wanted. */
  readonly onNext: () => void;
  /** Begins a question to the author; null: the reader may not ask. */
  readonly onAsk: (() => void) | null;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (name: DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

/** The buttons of whoever is asked, a row for each entry; the first of them is the filled one. */
export function DocumentActs({ acts, busy, onDecide, onNext, onAsk }: Props) {
  const [reasoned, setReasoned] = useState<Omit<DecisionSent, 'reason'> | null>(null);
  const rows = (['acceptor', 'recipient'] as const).flatMap((kind) =>
    acts.asked[kind].map((asked) => ({ kind, asked })),
  );
  const [first] = rows;
  const main =
    first && DECISION_NAMES.find((name) => DECISIONS[name].kind === first.kind && DECISIONS[name].accepts);
  useEffect(() => {
    if (!first || !main || reasoned) return;
    const press = (event: KeyboardEvent) =>
      submitOnKey(event, () => {
        if (busy) return;
        void onDecide({ name: main, insteadOf: insteadOf(first.asked) }).then(
          (failure) => failure ?? onNext(),
        );
      });
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (rows.length === 0) return null;
  return (
    <div className="doc-acts no-print">
      {rows.map(({ kind, asked }, row) => (
        <div key={`${kind} ${asked.entry.uid}`} className="buttons">
          {DECISION_NAMES.filter((name) => DECISIONS[name].kind === kind).map((name, place) => {
            const decision = { name, insteadOf: insteadOf(asked) };
            return DECISIONS[name].needsReason ? (
              <Button key={name} aria-disabled={busy} onClick={() => !busy && setReasoned(decision)}>
                {labelOf(name, asked)}
              </Button>
            ) : (
              <Button
                key={name}
                kind={row === 0 && place === 0 ? 'main' : 'plain'}
                busy={busy}
                onClick={() => void onDecide(decision)}
              >
                {labelOf(name, asked)}
              </Button>
            );
          })}
        </div>
      ))}
      {onAsk && (
        <Button kind="quiet" className="doc-ask" onClick={onAsk}>
          {texts.ask}
        </Button>
      )}
      <p className="field-hint doc-acts-keys">{documentQueue.nextKey}</p>
      {reasoned && (
        <DeclineDialog
          onDecline={(reason) => onDecide({ ...reasoned, reason })}
          onClose={() => setReasoned(null)}
        />
      )}
    </div>
  );
}
