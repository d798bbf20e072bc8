import { useState } from 'react';
import { DECISION_NAMES, DECISIONS, type DecisionName } from '../../../contract/decisions.ts';
import type { Acts, Asked } from '../../lib/docflow/acts.ts';
import type { DecisionSent } from '../../lib/docflow/document-calls.ts';
import { decisionTexts, personName } from '../../lib/docflow/document-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { Button } from '../ui/Button.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';

interface Props {
  readonly acts: Acts;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (name: DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

/** The buttons of whoever is asked, a row for each entry; the first of them is the filled one. */
export function DocumentActs({ acts, busy, onDecide }: Props) {
  const [reasoned, setReasoned] = useState<Omit<DecisionSent, 'reason'> | null>(null);
  const rows = (['acceptor', 'recipient'] as const).flatMap((kind) =>
    acts.asked[kind].map((asked) => ({ kind, asked })),
  );
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
      {reasoned && (
        <DeclineDialog
          onDecline={(reason) => onDecide({ ...reasoned, reason })}
          onClose={() => setReasoned(null)}
        />
      )}
    </div>
  );
}
