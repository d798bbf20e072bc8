// How users set up a second factor for their account: a key goes into an authenticator app, and its first code comes
// back.
import { encodeQR } from 'qr';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { NewKeyAnswer } from '../../../contract/accounts/accounts.ts';
import { factorCalls } from '../../lib/accounts/own-account-calls.ts';
import { factorSetup, ownAccountErrors } from '../../lib/accounts/second-factor-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { openForm } from '../../lib/platform/router.ts';
import { Button, CopyButton, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { CodeField } from './AuthFields.tsx';

interface FactorSetupProps {
  readonly made: NewKeyAnswer;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function FactorSetup({ made, onCodes, onCancel }: FactorSetupProps) {
  const [code, setCode] = useState('');
  const { busy, failure, run } = useCall();
  const error = failureText(failure, ownAccountErrors);
  const isOfCode = failure?.code === 'incorrect code';
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    heading.current?.focus();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (await run(async () => onCodes(await factorCalls.enable(code)))) field.current?.focus();
  }

  return (
    <form className="panel factor-panel" noValidate onSubmit={submit} aria-labelledby="factor-setup">
      <h2 id="factor-setup" ref={heading} tabIndex={-1}>
        {factorSetup.heading}
      </h2>
      <p>{factorSetup.scan}</p>
      <QrCode text={made.address} />
      <p>
        <a href={made.address}>{factorSetup.onPhone}</a>
      </p>
      <p>{factorSetup.key}</p>
      <p className="factor-key">
        <code>{made.key.match(/.{1,4}/g)?.join(' ')}</code>{' '}
        <CopyButton text={made.key} label={factorSetup.copy} done={factorSetup.copied} />
      </p>
      <CodeField
        label={factorSetup.code}
        hint={`${factorSetup.enter} ${factorSetup.others}`}
        field={field}
        value={code}
        error={isOfCode ? error : ''}
        onTyped={setCode}
      />
      {error && !isOfCode && <Message kind="error">{error}</Message>}
      <div className="buttons">
        <Button kind="main" type="submit" busy={busy}>
          {factorSetup.submit}
        </Button>
        <Button onClick={onCancel}>{factorSetup.cancel}</Button>
      </div>
    </form>
  );
}

/** Drawn here: the key goes nowhere else. Dark on light in both themes, as readers expect it. */
function QrCode({ text }: { readonly text: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr-code below-16" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={factorSetup.qr}>
      <path d={path} />
    </svg>
  );
}

/** Free cells that a reader needs around the code (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as one SVG path of unit squares, with the side of the whole picture in units. */
function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((cells, y) => cells.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: rows.length, path };
}
