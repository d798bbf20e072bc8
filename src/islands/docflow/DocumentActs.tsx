import { useState } from 'react';
import type { Acts, Asked } from '../../lib/docflow/acts.ts';
import { personName, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { Button } from '../ui/Button.tsx';
import { DeclineDialog } from './DeclineDialog.tsx';

interface Props {
  readonly acts: Acts;
  readonly busy: boolean;
  /** Each is told whose entry it is about: null for one's own. */
  readonly onSign: (insteadOf: string | null) => void;
  readonly onAcknowledge: (insteadOf: string | null) => void;
  readonly onDecline: (insteadOf: string | null, reason: string) => Promise<Failure | null>;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (act: string, { entry, isOwn }: Asked): string =>
  isOwn ? act : texts.actFor(act, personName(entry));

/** The buttons of whoever is asked; the first of them is the filled one. */
export function DocumentActs({ acts, busy, onSign, onAcknowledge, onDecline }: Props) {
  const [declining, setDeclining] = useState<Asked | null>(null);
  if (acts.sign.length + acts.acknowledge.length === 0) return null;
  return (
    <div className="doc-acts no-print">
      {acts.sign.map((asked, index) => (
        <div key={asked.entry.uid} className="buttons">
          <Button kind={index === 0 ? 'main' : 'plain'} busy={busy} onClick={() => onSign(insteadOf(asked))}>
            {labelOf(texts.sign, asked)}
          </Button>
          <Button aria-disabled={busy} onClick={() => !busy && setDeclining(asked)}>
            {asked.isOwn ? texts.decline : texts.declineFor(personName(asked.entry))}
          </Button>
        </div>
      ))}
      {acts.acknowledge.map((asked, index) => (
        <div key={asked.entry.uid} className="buttons">
          <Button
            kind={index === 0 && acts.sign.length === 0 ? 'main' : 'plain'}
            busy={busy}
            onClick={() => onAcknowledge(insteadOf(asked))}
          >
            {labelOf(texts.acknowledge, asked)}
          </Button>
        </div>
      ))}
      {declining && (
        <DeclineDialog
          onDecline={(reason) => onDecline(insteadOf(declining), reason)}
          onClose={() => setDeclining(null)}
        />
      )}
    </div>
  );
}
