import { useEffect, useState } from 'react';
import { mailSwitch as texts } from '../../lib/accounts/cabinet-texts.ts';
import { absenceCalls } from '../../lib/accounts/substitute-calls.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import { type Failure, failureOf } from '../../lib/platform/http-client.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

/** Whether mails about documents come to the signed-in person; the box follows the service. */
export default function MailSwitch() {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);

  async function take(call: () => Promise<{ documents: boolean }>, isChange: boolean): Promise<void> {
    setBusy(true);
    setFailure(null);
    setSaid('');
    try {
      const { documents } = await call();
      setWanted(documents);
      if (isChange) setSaid(documents ? texts.on : texts.off);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  }
  const load = () => void take(absenceCalls.mails, false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
  useEffect(load, []);

  return (
    <details className="panel cabinet-part" open>
      <summary>{texts.heading}</summary>
      {failure && (
        <Message kind="error" actions={wanted === null && <Button onClick={load}>{tryAgain}</Button>}>
          {failureText(failure)}
        </Message>
      )}
      {wanted === null ? (
        !failure && <p role="status">{texts.loading}</p>
      ) : (
        <label className="check">
          <input
            type="checkbox"
            checked={wanted}
            aria-busy={busy}
            onChange={({ target: { checked } }) => {
              if (!busy) void take(() => absenceCalls.setMails(checked), true);
            }}
          />
          <span>
            {texts.label}
            <small className="field-hint">{texts.hint}</small>
          </span>
        </label>
      )}
      <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
        {said}
      </p>
    </details>
  );
}
