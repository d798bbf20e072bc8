import { UPLOAD_RULE_MAX, type UploadRule } from '../../../contract/upload.ts';
import { RULE_FIELDS } from '../../lib/price-lists/rule-texts.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly rule: UploadRule;
  readonly value: string;
  readonly error: string;
  readonly onChange: (value: string) => void;
}

/** One rule by which rows are read: chosen or typed. */
export function RuleField({ rule, value, error, onChange }: Props) {
  const { label, hint, choices, lines } = RULE_FIELDS[rule];
  const common = {
    name: rule,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => {
        if (choices) {
          return (
            <select {...control} {...common}>
              {Object.entries(choices).map(([choice, text]) => (
                <option key={choice} value={choice}>
                  {text}
                </option>
              ))}
            </select>
          );
        }
        if (lines) return <textarea {...control} {...common} rows={3} maxLength={UPLOAD_RULE_MAX} />;
        return <input {...control} {...common} type="text" autoComplete="off" maxLength={UPLOAD_RULE_MAX} />;
      }}
    </Field>
  );
}
