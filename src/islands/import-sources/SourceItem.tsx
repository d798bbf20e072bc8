import { useState } from 'react';
import type { ImportSource } from '../../../contract/import-sources.ts';
import { now } from '../../lib/browser/now.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { sourceErrors, sources as texts } from '../../lib/import-sources/source-texts.ts';
import { daysWithout } from '../../lib/import-sources/source-times.ts';
import type { Sources } from '../../lib/import-sources/sources-store.ts';
import type { Owners } from '../../lib/price-lists/owners.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { SourceFacts } from './SourceFacts.tsx';
import { SourceHistory } from './SourceHistory.tsx';

interface Props {
  readonly source: ImportSource;
  readonly owners: Owners;
  readonly store: Sources;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

/** One source: what it is, how it does, and what can be done with it. */
export function SourceItem({ source, owners, store, onEdit, onRemoved }: Props) {
  const { id, title, kind, isEnabled, isChecking, isQuiet, problem } = source;
  const [failure, setFailure] = useState<Failure | null>(null);

  async function attempt(act: () => Promise<Failure | null>) {
    setFailure(null);
    const refused = await act();
    askIfEnded(refused);
    setFailure(refused);
    // Somebody else has deleted it.
    if (refused?.kind === 'missing') void store.refresh();
  }

  return (
    <li className="source-item">
      <div className="source-title">
        <h3>{title}</h3>
        <span className="run-state">
          <span className="tag plain">{texts.kindOf(kind)}</span>
          {!isEnabled && <span className="tag warn">{texts.off}</span>}
          {isChecking && (
            <span className="tag signal" role="status">
              {texts.checking}
            </span>
          )}
          {problem !== null && !isChecking && <span className="tag bad">{texts.broken}</span>}
        </span>
      </div>
      <SourceFacts source={source} owners={owners} />
      {problem !== null && (
        <p className="source-note bad">
          <strong>{texts.problem}</strong> {problem}
        </p>
      )}
      {isQuiet && (
        <p className="source-note warn">{texts.quiet(daysWithout(source, now()), source.quietDays)}</p>
      )}
      <div className="buttons source-acts">
        <Button
          busy={isChecking}
          aria-label={texts.checkOf(title)}
          onClick={() => void attempt(() => store.check(source))}
        >
          {texts.check}
        </Button>
        <Button kind="quiet" aria-label={texts.editOf(title)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button
          kind="quiet"
          aria-label={texts.turnOf(isEnabled, title)}
          onClick={() => void attempt(() => store.change(id, { isEnabled: !isEnabled }))}
        >
          {isEnabled ? texts.turnOff : texts.turnOn}
        </Button>
        <ConfirmButton
          className="button quiet"
          label={texts.removeOf(title)}
          question={texts.removeQuestion}
          details={texts.removeDetails(title)}
          yes={texts.remove}
          onConfirm={async () => {
            const refused = await store.remove(id);
            if (refused && refused.kind !== 'missing') {
              askIfEnded(refused);
              return { refused: failureText(refused, sourceErrors) };
            }
            if (refused) void store.refresh();
            onRemoved();
            return { done: true };
          }}
        >
          {texts.remove}
        </ConfirmButton>
      </div>
      <p role="alert" className="field-error">
        {failure && failureText(failure, sourceErrors)}
      </p>
      <SourceHistory source={source} />
    </li>
  );
}
