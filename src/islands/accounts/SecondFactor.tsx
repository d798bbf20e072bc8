import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FactorAnswer, NewKeyAnswer } from '../../../contract/mauth.ts';
import { ownAccountErrors } from '../../lib/accounts/own-account-errors.ts';
import { factorCalls } from '../../lib/accounts/second-factor-calls.ts';
import { recoveryCodes, secondFactor as texts } from '../../lib/accounts/second-factor-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { $hint } from '../../lib/frame/session-store.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { session } from '../../lib/session/session.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { FactorOn } from './FactorOn.tsx';
import { FactorSetup } from './FactorSetup.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Codes that were given out a moment ago, and what for. */
interface Given {
  readonly codes: readonly string[];
  readonly done: string;
}

/** One's own second factor: setting it up, its state, new recovery codes; also where it must be set up first of all. */
export default function SecondFactor() {
  const hint = useStore($hint);
  const isForced = hint?.mustSetSecondFactor === true;
  const [state, setState] = useState<FactorAnswer | null>(null);
  const [made, setMade] = useState<NewKeyAnswer | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');

  const load = async () => setState(await factorCalls.state());
  useEffect(() => {
    factorCalls.state().then(setState, (error: unknown) => leaveToAuth(failureOf(error)));
  }, []);
  // Set up elsewhere meanwhile: nothing is closed any more.
  useEffect(() => {
    if (isForced && state?.since) void session.factorSet();
  }, [isForced, state]);

  async function begin() {
    setFailure(null);
    setSaid('');
    try {
      setMade(await factorCalls.begin());
    } catch (error) {
      const failed = failureOf(error);
      setFailure(failed);
      askIfEnded(failed);
    }
  }

  async function enabled(codes: readonly string[]) {
    setMade(null);
    setGiven({ codes, done: recoveryCodes.enabled });
    await session.factorSet();
    await load().catch(() => {});
  }

  if (given) {
    return <RecoveryCodes {...given} email={hint?.email ?? ''} onDone={() => setGiven(null)} />;
  }
  if (made) return <FactorSetup made={made} onCodes={enabled} onCancel={() => setMade(null)} />;
  if (!state) return <p role="status">{texts.loading}</p>;
  return (
    <section className="panel factor-panel" aria-label={texts.heading}>
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
      {failure && <Message kind="error">{failureText(failure, ownAccountErrors)}</Message>}
      {state.since === null ? (
        <>
          {isForced ? <Message kind="warning">{texts.forced}</Message> : <p>{texts.off}</p>}
          <p className="muted">{texts.needs}</p>
          <div className="buttons">
            <Button kind="main" onClick={() => void begin()}>
              {texts.start}
            </Button>
            {!isForced && (
              <a className="button" href={paths.user}>
                {texts.toCabinet}
              </a>
            )}
          </div>
        </>
      ) : (
        <FactorOn
          state={{ ...state, since: state.since }}
          onReplace={() => void begin()}
          onCodes={(codes) => {
            setGiven({ codes, done: recoveryCodes.renewed });
            void load().catch(() => {});
          }}
          onRemoved={() => {
            setState({ ...state, since: null, codesLeft: 0 });
            setSaid(texts.removed);
          }}
        />
      )}
    </section>
  );
}
