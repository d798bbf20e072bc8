// E-mail and name of another person, in the forms by which an administrator makes an account or invites an employee.
import { EMAIL_MAX, NAME_MAX } from '../../../contract/limits.ts';
import { TextField } from '../ui/TextField.tsx';

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
      <TextField
        type="email"
        name="email"
        label={texts.email}
        error={errors.email}
        most={EMAIL_MAX}
        autoCapitalize="off"
        spellCheck={false}
        value={typed.email}
        onChange={(email) => onType({ email })}
      />
      <TextField
        name="name"
        label={texts.name}
        hint={texts.nameHint}
        error={errors.name}
        most={NAME_MAX}
        value={typed.name}
        onChange={(name) => onType({ name })}
      />
    </>
  );
}
