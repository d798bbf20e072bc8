// The box in the cabinet (a user's own account) that turns mails about documents on or off.
import { useState } from 'react';
import { mailSwitch as texts } from '../../lib/accounts/cabinet-texts.ts';
import { substituteCalls } from '../../lib/accounts/substitute-calls.ts';
import { failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import { Button, Message } from '../ui/controls.tsx';
import { useCall, useLoaded } from '../ui/hooks.ts';

/** Whether mails about documents come to the signed-in person; the box follows the service. */
export default function MailSwitch() {
  const { value: wanted, again, update, ...loading } = useLoaded(async () => (await substituteCalls.mails()).documents);
  const [said, setSaid] = useState('');
  const { busy, run, ...changing } = useCall();
  const failure = loading.failure ?? changing.failure;

  function change(isWanted: boolean): void {
    setSaid('');
    void run(async () => {
      const { documents } = await substituteCalls.setMails(isWanted);
      update(() => documents);
      setSaid(documents ? texts.on : texts.off);
    });
  }

  return (
    <details className="panel cabinet-part below-20" open>
      <summary>{texts.heading}</summary>
      {failure && (
        <Message kind="error" actions={wanted === null && <Button onClick={() => void again()}>{tryAgain}</Button>}>
          {failureText(failure)}
        </Message>
      )}
      {wanted === null ? (
        !failure && <p role="status">{texts.loading}</p>
      ) : (
        <label className="check">
          <input type="checkbox" checked={wanted} aria-busy={busy} onChange={({ target }) => change(target.checked)} />
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
