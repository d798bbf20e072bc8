import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import {
  type SourceField as FieldName,
  losesSecret,
  type SourceForm,
} from '../../../lib/price-lists/sources/source-form.ts';
import { fieldMistakes, INTERVALS, sourceForm as texts } from '../../../lib/price-lists/sources/source-form-texts.ts';
import { Field } from '../../ui/Field.tsx';

/** What every part of the form of a source is given. */
export interface SourceFormPart {
  readonly form: SourceForm;
  /** The source that is changed; null: a new one. */
  readonly source: ImportSource | null;
  readonly mistakes: ReadonlySet<FieldName>;
  readonly onChange: (change: Partial<SourceForm>) => void;
}

type TextName = {
  [Name in keyof SourceForm]: string extends SourceForm[Name] ? Name : never;
}[keyof SourceForm];

interface Props extends Pick<SourceFormPart, 'form' | 'mistakes' | 'onChange'> {
  readonly name: TextName & keyof typeof texts;
  readonly label?: string;
  readonly hint?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'url' | 'email';
  readonly maxLength?: number;
}

/** The mistake of a field, in words; '' without one. */
export const mistakeOf = (mistakes: ReadonlySet<FieldName>, name: string): string =>
  mistakes.has(name as FieldName) ? fieldMistakes[name as FieldName] : '';

/** One typed field of a source. */
export function SourceField(props: Props) {
  const { form, mistakes, name, label = texts[name] as string, hint, inputMode, maxLength = 500 } = props;
  return (
    <Field label={label} hint={hint} error={mistakeOf(mistakes, name)}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={form[name]}
          onChange={({ target }) => props.onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

/** Where price lists are looked for; what is asked depends on the kind. */
export function PlaceFields(part: SourceFormPart) {
  const { form, mistakes, onChange } = part;
  const field = { form, mistakes, onChange };
  return (
    <fieldset>
      <legend>{texts.groups.place}</legend>
      {form.kind === 'folder' && <SourceField {...field} name="folder" hint={texts.folderHint} />}
      {form.kind === 'address' && (
        <>
          <SourceField {...field} name="url" hint={texts.urlHint} inputMode="url" />
          <div className="upload-grid two">
            <SourceField {...field} name="user" hint={texts.userHint} />
            <SecretField {...part} />
          </div>
        </>
      )}
      {form.kind === 'mail' && (
        <>
          <div className="upload-grid two">
            <SourceField {...field} name="host" hint={texts.hostHint} inputMode="url" />
            <SourceField {...field} name="port" hint={texts.portHint} inputMode="numeric" />
          </div>
          <label className="check">
            <input
              type="checkbox"
              name="isSecure"
              checked={form.isSecure}
              onChange={({ target }) => onChange({ isSecure: target.checked })}
            />
            <span>{texts.isSecure}</span>
          </label>
          <div className="upload-grid two">
            <SourceField {...field} name="user" label={texts.mailUser} />
            <SecretField {...part} />
            <SourceField {...field} name="sender" hint={texts.senderHint} inputMode="email" />
            <SourceField {...field} name="subject" hint={texts.subjectHint} />
            <SourceField {...field} name="mailbox" hint={texts.mailboxHint} />
          </div>
        </>
      )}
    </fieldset>
  );
}

const SECRET_MAX = 1_000;

/** The password of a source: it can be typed or taken away, and is never shown again. */
function SecretField({ form, source, mistakes, onChange }: SourceFormPart) {
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

/** How often a source is looked at, and when its silence is told. */
export function ScheduleFields({ form, mistakes, onChange }: SourceFormPart) {
  const chosen = Number(form.everyMinutes);
  const intervals = {
    ...(chosen in INTERVALS ? {} : { [chosen]: texts.otherInterval(chosen) }),
    ...INTERVALS,
  };
  return (
    <fieldset>
      <legend>{texts.groups.schedule}</legend>
      <div className="upload-grid two">
        <Field label={texts.everyMinutes}>
          {(control) => (
            <select
              {...control}
              name="everyMinutes"
              value={form.everyMinutes}
              onChange={({ target }) => onChange({ everyMinutes: target.value })}
            >
              {Object.entries(intervals).map(([minutes, text]) => (
                <option key={minutes} value={minutes}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <SourceField
          form={form}
          mistakes={mistakes}
          name="quietDays"
          hint={texts.quietDaysHint}
          inputMode="numeric"
          onChange={onChange}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          name="isEnabled"
          checked={form.isEnabled}
          onChange={({ target }) => onChange({ isEnabled: target.checked })}
        />
        <span>{texts.isEnabled}</span>
      </label>
    </fieldset>
  );
}

const LIMITS = ['failedShare', 'skippedShare', 'priceFactor'] as const;

/** Inside which limits a price list is applied without anybody's look. */
export function LimitFields({ form, mistakes, onChange }: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.limits}</legend>
      <p className="muted small">{texts.limitsHint}</p>
      <div className="upload-grid">
        {LIMITS.map((name) => (
          <SourceField key={name} form={form} mistakes={mistakes} name={name} inputMode="decimal" onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}
