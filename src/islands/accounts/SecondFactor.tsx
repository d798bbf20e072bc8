// The page on which users set up a second factor (codes of a phone app) for their account, see its state and get new
// recovery codes.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { FactorAnswer, NewKeyAnswer } from '../../../contract/accounts/accounts.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { factorCalls } from '../../lib/accounts/own-account-calls.ts';
import { ownAccountErrors, recoveryCodes, secondFactor as texts } from '../../lib/accounts/second-factor-texts.ts';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { session } from '../../lib/platform/session.ts';
import { $hint } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, ConfirmButton, type Confirmed, CopyButton, Message } from '../ui/controls.tsx';
import { useCall, useLeave, useLoaded } from '../ui/hooks.ts';
import { FactorSetup } from './FactorSetup.tsx';

interface Given {
  readonly codes: readonly string[];
  readonly done: string;
}

/** One's own second factor: setting it up, its state, new recovery codes; also where it must be set up first of all. */
export default function SecondFactor() {
  const hint = useStore($hint);
  const isForced = hint?.mustSetSecondFactor === true;
  const { value: state, again, update, ...loading } = useLoaded(factorCalls.state);
  const [made, setMade] = useState<NewKeyAnswer | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const { failure, run } = useCall();
  const [said, setSaid] = useState('');

  // What is shown stays: it is only older than what was done.
  useLeave(state ? null : loading.failure);
  // Set up elsewhere meanwhile: nothing is closed any more.
  useEffect(() => {
    if (isForced && state?.since) void session.factorSet();
  }, [isForced, state]);

  function begin() {
    setSaid('');
    void run(async () => setMade(await factorCalls.begin()));
  }

  async function enabled(codes: readonly string[]) {
    setMade(null);
    setGiven({ codes, done: state?.since ? recoveryCodes.replaced : recoveryCodes.enabled });
    await session.factorSet();
    await again();
  }

  if (given) return <RecoveryCodes {...given} email={hint?.email ?? ''} onDone={() => setGiven(null)} />;
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
            <Button kind="main" onClick={begin}>
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
          onReplace={begin}
          onCodes={(codes) => {
            setGiven({ codes, done: recoveryCodes.renewed });
            void again();
          }}
          onRemoved={() => {
            update((on) => ({ ...on, since: null, codesLeft: 0 }));
            setSaid(texts.removed);
          }}
        />
      )}
    </section>
  );
}

/** Recovery codes of which it is time to make new ones. */
const FEW = 3;

interface SecondFactorProps {
  readonly state: FactorAnswer & { readonly since: string };
  readonly onReplace: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

/** Calls, and shows a refusal in the dialog that asked. */
async function confirmed(call: () => Promise<void>): Promise<Confirmed> {
  const failure = await attempt(call);
  return failure ? { refused: failureText(failure, ownAccountErrors) } : { done: true };
}

/** A second factor that is in use: since when, and what can be done about it. */
function FactorOn({ state: { since, codesLeft, required }, onReplace, onCodes, onRemoved }: SecondFactorProps) {
  const renew = async () => onCodes(await factorCalls.renewCodes());
  const remove = async () => {
    await factorCalls.remove();
    onRemoved();
  };
  return (
    <>
      <p>{texts.since(formatDay(new Date(since), site.timeZone))}</p>
      {codesLeft < FEW ? (
        <Message kind="warning">{texts.fewCodes(codesLeft)}</Message>
      ) : (
        <p>{texts.codesLeft(codesLeft)}</p>
      )}
      {required && <p className="muted">{texts.required}</p>}
      <div className="buttons">
        <ConfirmButton
          className="button"
          question={texts.renewQuestion}
          details={texts.renewDetails}
          yes={texts.renewYes}
          onConfirm={() => confirmed(renew)}>
          {texts.renew}
        </ConfirmButton>
        <Button onClick={onReplace}>{texts.replace}</Button>
        {!required && (
          <ConfirmButton
            className="button"
            question={texts.removeQuestion}
            details={texts.removeDetails}
            yes={texts.remove}
            onConfirm={() => confirmed(remove)}>
            {texts.remove}
          </ConfirmButton>
        )}
        <a className="button" href={paths.user}>
          {texts.toCabinet}
        </a>
      </div>
    </>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly done: string;
  readonly onDone: () => void;
}

/** Recovery codes while they can be seen: to copy, to keep as a file, to print. */
function RecoveryCodes({ codes, email, done, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function download() {
    const text = recoveryCodes.fileText(location.host, email, codes);
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), recoveryCodes.fileName(location.host));
  }

  return (
    <section className="panel factor-panel" aria-labelledby="recovery-codes">
      <Message kind="success">{done}</Message>
      <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
        {recoveryCodes.heading}
      </h2>
      <p>{recoveryCodes.keep}</p>
      <ol className="recovery-codes gap-4-20 below-16 stack">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <CopyButton wide text={codes.join('\n')} label={recoveryCodes.copy} done={recoveryCodes.copied} />
        <Button onClick={download}>{recoveryCodes.download}</Button>
        <Button onClick={() => print()}>{recoveryCodes.print}</Button>
      </div>
      <div className="buttons">
        <Button kind="main" onClick={onDone}>
          {recoveryCodes.done}
        </Button>
      </div>
    </section>
  );
}
