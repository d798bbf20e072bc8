// The fields of a source (a place from which price lists are fetched by themselves): where to look, when, within which
// limits to apply.
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import {
  INTERVALS,
  losesSecret,
  type SourceForm,
  sourceForm as texts,
} from '../../../lib/price-lists/sources/source-form.ts';
import { type PlaceFlag, type PlaceName, shownKind } from '../../../lib/price-lists/sources/source-kinds.ts';
import { Field } from '../../ui/controls.tsx';
import { Options } from '../form-parts.tsx';

export interface SourceFormPart {
  readonly form: SourceForm;
  /** The source that is changed; null: a new one. */
  readonly source: ImportSource | null;
  /** In words, by the name of the field. */
  readonly mistakes: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<SourceForm>) => void;
}

type TextName = { [Name in keyof SourceForm]: string extends SourceForm[Name] ? Name : never }[keyof SourceForm];

interface SourceFieldsProps extends Pick<SourceFormPart, 'form' | 'mistakes' | 'onChange'> {
  readonly name: TextName;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly inputMode?: 'numeric' | 'decimal' | 'url' | 'email' | undefined;
}

export function SourceField(props: SourceFieldsProps) {
  const { form, mistakes, name, label, hint, inputMode } = props;
  return (
    <Field label={label} hint={hint} error={mistakes.get(name) ?? ''}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          value={form[name]}
          onChange={({ target }) => props.onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

export type Option = readonly [value: string, text: string];

interface SourceChoiceProps extends Pick<SourceFormPart, 'form' | 'onChange'> {
  readonly name: 'everyMinutes' | 'presetId' | 'kind';
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly options: readonly Option[];
}

export function SourceChoice({ form, name, label, hint, error, options, onChange }: SourceChoiceProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={form[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}>
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

interface SourceFlagProps extends Pick<SourceFormPart, 'form' | 'onChange'> {
  readonly name: PlaceFlag | 'isEnabled' | 'forgetsSecret';
  readonly label: string;
}

function SourceFlag({ form, name, label, onChange }: SourceFlagProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={form[name]}
        onChange={({ target }) => onChange({ [name]: target.checked })}
      />
      <span>{label}</span>
    </label>
  );
}

/** Where price lists are looked for; what is asked depends on the kind. */
export function PlaceFields(part: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.place}</legend>
      {shownKind(part.form.kind).lines.map((names) => {
        const fields = names.map((name) =>
          name === 'secret' ? <SecretField key={name} {...part} /> : <PlaceInput key={name} {...part} name={name} />,
        );
        return names.length === 1 ? (
          fields
        ) : (
          <div key={names.join()} className="upload-grid gap-0-20 stack two">
            {fields}
          </div>
        );
      })}
    </fieldset>
  );
}

const isFlag = (form: SourceForm, name: PlaceName): name is PlaceFlag => typeof form[name] === 'boolean';

/** A setting of the place: a box to check where it is a yes or no, otherwise a text. */
function PlaceInput({ form, mistakes, onChange, name }: SourceFormPart & { readonly name: PlaceName }) {
  const { label = '', hint, inputMode } = shownKind(form.kind).fields[name] ?? {};
  if (!isFlag(form, name)) return <SourceField {...{ form, mistakes, onChange, label, hint, inputMode }} name={name} />;
  return <SourceFlag {...{ form, onChange, name, label }} />;
}

/** The password of a source: it can be typed or taken away, and is never shown again. */
function SecretField({ form, source, mistakes, onChange }: SourceFormPart) {
  const isKept = source?.hasSecret === true;
  return (
    <div>
      <Field
        label={texts.secret}
        hint={losesSecret(form, source) ? texts.secretLost : isKept ? texts.secretKept : texts.secretNew}
        error={mistakes.get('secret') ?? ''}>
        {(control) => (
          <input
            {...control}
            type="password"
            name="secret"
            autoComplete="new-password"
            disabled={form.forgetsSecret}
            value={form.secret}
            onChange={({ target }) => onChange({ secret: target.value })}
          />
        )}
      </Field>
      {isKept && (
        <SourceFlag
          form={form}
          name="forgetsSecret"
          label={texts.forgetSecret}
          onChange={(change) => onChange({ ...change, secret: '' })}
        />
      )}
    </div>
  );
}

export function ScheduleFields(part: SourceFormPart) {
  const { form } = part;
  const chosen = Number(form.everyMinutes);
  const intervals = { ...(chosen in INTERVALS ? {} : { [chosen]: texts.otherInterval(chosen) }), ...INTERVALS };
  return (
    <fieldset>
      <legend>{texts.groups.schedule}</legend>
      <div className="upload-grid gap-0-20 stack two">
        <SourceChoice {...part} name="everyMinutes" label={texts.everyMinutes} options={Object.entries(intervals)} />
        <SourceField
          {...part}
          name="quietDays"
          label={texts.quietDays}
          hint={texts.quietDaysHint}
          inputMode="numeric"
        />
      </div>
      <SourceFlag {...part} name="isEnabled" label={texts.isEnabled} />
    </fieldset>
  );
}

const LIMITS = ['failedShare', 'skippedShare', 'priceFactor'] as const;

export function LimitFields(part: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.limits}</legend>
      <p className="muted small">{texts.limitsHint}</p>
      <div className="upload-grid gap-0-20 stack">
        {LIMITS.map((name) => (
          <SourceField key={name} {...part} name={name} label={texts[name]} inputMode="decimal" />
        ))}
      </div>
    </fieldset>
  );
}
