import { useEffect, useRef } from 'react';
import { recoveryCodes as texts } from '../../lib/accounts/second-factor-texts.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly email: string;
  /** What has just been done. */
  readonly done: string;
  readonly onDone: () => void;
}

/** Recovery codes while they can be seen: to copy, to keep as a file, to print. */
export function RecoveryCodes({ codes, email, done, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function download() {
    const text = texts.fileText(location.host, email, codes);
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), texts.fileName(location.host));
  }

  return (
    <section className="panel factor-panel" aria-labelledby="recovery-codes">
      <Message kind="success">{done}</Message>
      <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
        {texts.heading}
      </h2>
      <p>{texts.keep}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <CopyButton wide text={codes.join('\n')} label={texts.copy} done={texts.copied} />
        <Button onClick={download}>{texts.download}</Button>
        <Button onClick={() => print()}>{texts.print}</Button>
      </div>
      <div className="buttons">
        <Button kind="main" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
