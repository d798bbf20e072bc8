import { useEffect, useState } from 'react';
import type { ShownFile as Shown } from '../../../contract/shown-file.ts';
import { askShownFile } from '../../lib/docflow/shown-calls.ts';
import { shownErrors, shownFile as texts } from '../../lib/docflow/shown-texts.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ShownTable } from './ShownTable.tsx';

interface Props {
  readonly fileName: string;
  readonly name: string;
}

/** What stands in an attached sheet or text, as the server has read it. */
export function ShownFile({ fileName, name }: Props) {
  const [sheet, setSheet] = useState(0);
  const [round, setRound] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isPresent = true;
    setFailure(null);
    askShownFile(fileName, sheet).then(
      (answer) => isPresent && setShown(answer),
      (error) => isPresent && setFailure(failureOf(error)),
    );
    return () => {
      isPresent = false;
    };
  }, [fileName, sheet, round]);

  if (failure) {
    return (
      <div className="shown-file">
        <p className="field-error" role="alert">
          {failureText(failure, shownErrors)}
        </p>
        {failure.kind !== 'refused' && <Button onClick={() => setRound(round + 1)}>{texts.again}</Button>}
      </div>
    );
  }
  if (!shown) return <p role="status">{texts.loading}</p>;
  return (
    <div className="shown-file">
      {shown.kind === 'table' ? (
        <ShownTable {...shown} name={name} wanted={sheet} onSheet={setSheet} />
      ) : (
        <section
          className="shown-scroll"
          aria-label={texts.text(name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
          tabIndex={0}
        >
          <pre>{shown.text || texts.empty}</pre>
        </section>
      )}
      {shown.isCut && <p className="field-hint">{texts.isCut}</p>}
    </div>
  );
}
