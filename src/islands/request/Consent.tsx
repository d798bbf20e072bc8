import { useId } from 'react';
import { paths } from '../../lib/paths/paths.ts';
import { sending as texts } from '../../lib/request/request-texts.ts';

interface Props {
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly onGive: (isGiven: boolean) => void;
}

/** The consent without which nothing is kept, with the way to who keeps it. */
export function Consent({ isGiven, error, onGive }: Props) {
  const id = useId();
  return (
    <div className="field request-consent">
      <label>
        <input
          type="checkbox"
          name="consent"
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          onChange={({ target }) => onGive(target.checked)}
        />
        <span>{texts.consent}</span>
      </label>
      <a href={paths.about('company')} target="_blank" rel="noopener">
        {texts.consentLink}
      </a>
      {error && (
        <span id={id} className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
