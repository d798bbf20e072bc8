import { sourceForm as texts } from '../../lib/import-sources/form-texts.ts';
import { losesSecret } from '../../lib/import-sources/source-mistakes.ts';
import { Field } from '../ui/Field.tsx';
import { mistakeOf, type SourceFormPart } from './SourceField.tsx';

const SECRET_MAX = 1_000;

/** The password of a source: it can be typed or taken away, and is never shown again. */
export function SecretField({ form, source, mistakes, onChange }: SourceFormPart) {
  const isKept = source?.hasSecret === true;
  return (
    <div>
      <Field
        label={texts.secret}
        hint={losesSecret(form, source) ? texts.secretLost : isKept ? texts.secretKept : texts.secretNew}
        error={mistakeOf(mistakes, 'secret')}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            name="secret"
            autoComplete="new-password"
            maxLength={SECRET_MAX}
            disabled={form.forgetsSecret}
            value={form.secret}
            onChange={({ target }) => onChange({ secret: target.value })}
          />
        )}
      </Field>
      {isKept && (
        <label className="check">
          <input
            type="checkbox"
            name="forgetsSecret"
            checked={form.forgetsSecret}
            onChange={({ target }) => onChange({ forgetsSecret: target.checked, secret: '' })}
          />
          <span>{texts.forgetSecret}</span>
        </label>
      )}
    </div>
  );
}
