import { useState } from 'react';
import type { Failure } from '../../lib/http/failure.ts';
import { check as texts } from '../../lib/price-lists/check-texts.ts';
import { uploadFailureText } from '../../lib/price-lists/upload-texts.ts';

interface Props {
  readonly isMailed: boolean;
  /** Asks for the mail or forgoes it; the answer says what failed. */
  readonly onChange: (wanted: boolean) => Promise<Failure | null>;
}

/** Whether whoever looks gets a mail when the run has ended, which may be asked for as long as it waits or is under way. */
export function RunMail({ isMailed, onChange }: Props) {
  const [wish, setWish] = useState<boolean | null>(null);
  const [problem, setProblem] = useState('');

  async function change(wanted: boolean) {
    setWish(wanted);
    setProblem('');
    const failure = await onChange(wanted);
    setWish(null);
    if (failure) setProblem(uploadFailureText(failure));
  }

  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={wish ?? isMailed}
          disabled={wish !== null}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          {texts.mail}
          <small className="field-hint">{texts.mailHint}</small>
        </span>
      </label>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
