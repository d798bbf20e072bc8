import { INTERVALS, sourceForm as texts } from '../../lib/import-sources/form-texts.ts';
import { Field } from '../ui/Field.tsx';
import { SourceField, type SourceFormPart } from './SourceField.tsx';

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
