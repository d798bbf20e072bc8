import '../../styles/state.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { askState, createState } from '../../lib/state/state-store.ts';
import { momentText, stateTexts as texts } from '../../lib/state/state-texts.ts';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave, usePolling } from '../ui/hooks.ts';
import { ListSkeleton } from '../ui/ListFrame.tsx';
import { Charts } from './Charts.tsx';
import { Problems, StateParts } from './StateParts.tsx';

const REFRESH_MS = 30_000;

/** How the server is: what needs somebody's attention, where everything stands, and the last day. */
export default function State() {
  const [store] = useState(() => createState(askState));
  const { answers, shown, failure } = useStore(store.$state);
  useEffect(() => {
    void store.refresh();
    return store.leave;
  }, [store]);
  usePolling(() => void store.refresh(), REFRESH_MS);
  useLeave(curedBySignIn(failure));

  const answer = shown === null ? undefined : answers[shown];
  const again = () => void store.refresh();
  if (!answer) {
    if (!failure) return <ListSkeleton loading={texts.loading} list="state-parts" bone="state-bone" count={6} />;
    return (
      <Failed failure={failure} onAgain={again}>
        {texts.failed}
      </Failed>
    );
  }
  const names = Object.keys(answers);
  return (
    <div className="state">
      <p className="muted settings-lead below-20">{texts.lead}</p>
      {names.length > 1 && (
        <fieldset className="state-processes flush row gap-8">
          <legend>{texts.processes}</legend>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => store.show(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {failure ? (
        <Failed failure={failure} onAgain={again}>
          {texts.stale(momentText(answer.at))}
        </Failed>
      ) : (
        <p className="muted small">{texts.asOf(momentText(answer.at))}</p>
      )}
      <Problems answer={answer} />
      <StateParts answer={answer} />
      <Charts answer={answer} />
    </div>
  );
}
