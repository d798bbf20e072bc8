import { useEffect, useState } from 'react';
import type { SubstituteRights } from '../../../contract/docflow.ts';
import type { SubstituteCalls } from '../../lib/accounts/absence-calls.ts';
import type { SubstituteTexts } from '../../lib/accounts/substitute-texts.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { Failed } from '../ui/Failed.tsx';

interface Props {
  readonly uid: string;
  readonly ask: SubstituteCalls['rights'];
  readonly texts: SubstituteTexts;
}

/** What a colleague can decide for somebody, and where the right is missing: told before and after naming him. */
export function SubstituteReach({ uid, ask, texts }: Props) {
  const [rights, setRights] = useState<SubstituteRights | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by the button
  useEffect(() => {
    let isCurrent = true;
    setRights(null);
    setFailure(null);
    ask(uid).then(
      (found) => isCurrent && setRights(found),
      (error: unknown) => isCurrent && setFailure(failureOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, round]);

  if (failure) {
    return (
      <Failed failure={failure} onAgain={() => setRound(round + 1)}>
        {texts.unchecked}
      </Failed>
    );
  }
  if (!rights) {
    return (
      <p role="status" className="muted">
        {texts.checking}
      </p>
    );
  }
  const { covered, missing } = rights;
  if (covered.length === 0) {
    return missing.length === 0 ? (
      <p className="muted">{texts.nothingToCover}</p>
    ) : (
      <p className="field-error" role="alert">
        {texts.coversNothing}
      </p>
    );
  }
  if (missing.length === 0) return <p className="muted">{texts.coversAll}</p>;
  return (
    <div className="substitute-missing" role="status">
      <p>{texts.missing}</p>
      <ul>
        {missing.map((right) => (
          <li key={texts.right(right)}>{texts.right(right)}</li>
        ))}
      </ul>
    </div>
  );
}
