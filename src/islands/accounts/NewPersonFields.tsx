// E-mail and name of another person, in the forms by which an administrator makes an account or invites an employee.
import { EMAIL_MAX, NAME_MAX } from '../../../contract/limits.ts';
import { Field } from '../ui/controls.tsx';

/** The fields that describe another person. */
interface Named {
  readonly email: string;
  readonly name: string;
}

interface Props {
  readonly texts: Readonly<Record<'email' | 'name' | 'nameHint', string>>;
  readonly typed: Named;
  readonly errors?: { readonly email?: string; readonly name?: string };
  readonly onType: (change: Partial<Named>) => void;
}

/** E-mail and name of a person who is entered by another user: no browser fills in one's own. */
export function NewPersonFields({ texts, typed, errors = {}, onType }: Props) {
  return (
    <>
      <Field label={texts.email} error={errors.email}>
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={EMAIL_MAX}
            value={typed.email}
            onChange={({ target }) => onType({ email: target.value })}
          />
        )}
      </Field>
      <Field label={texts.name} hint={texts.nameHint} error={errors.name}>
        {(control) => (
          <input
            {...control}
            type="text"
            name="name"
            autoComplete="off"
            maxLength={NAME_MAX}
            value={typed.name}
            onChange={({ target }) => onType({ name: target.value })}
          />
        )}
      </Field>
    </>
  );
}
