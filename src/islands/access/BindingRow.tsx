import { ShieldCheck } from 'lucide-react';
import { memo, useId } from 'react';
import type { Profile } from '../../../contract/informator.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { binding, bindingErrors } from '../../lib/access/access-texts.ts';
import { type RowState, roleOf } from '../../lib/access/role-binding-store.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Dots } from '../ui/Dots.tsx';
import { RowSelect } from '../ui/RowSelect.tsx';

interface Props {
  readonly user: Profile;
  readonly roles: readonly Named[];
  readonly state: RowState | undefined;
  readonly onBind: (user: Profile, roleId: number | null) => Promise<Failure | null>;
  readonly onRights: (user: Profile) => void;
}

/** One user and their role; the outcome of a change stands at the row. */
export const BindingRow = memo(function BindingRow({ user, roles, state, onBind, onRights }: Props) {
  const id = useId();
  const chosen = state?.kind === 'saving' ? state.roleId : roleOf(user);
  return (
    <li className="binding-row">
      <div className="binding-who">
        {user.name ? <strong>{user.name}</strong> : <span className="muted">{binding.noName}</span>}
        <span className="muted">{user.email}</span>
      </div>
      <div className="binding-role">
        <RowSelect
          aria-label={binding.roleOf(user.email)}
          aria-describedby={`${id}-state`}
          aria-invalid={state?.kind === 'failed' || undefined}
          none={binding.none}
          choices={roles}
          value={chosen ?? ''}
          onChange={({ target }) =>
            void onBind(user, target.value === '' ? null : Number(target.value)).then(askIfEnded)
          }
        />
        <span id={`${id}-state`} role="status" className="small">
          {state?.kind === 'saving' && (
            <>
              {binding.saving.replace('…', '')}
              <Dots />
            </>
          )}
          {state?.kind === 'saved' && (
            <span className="ok-text">{state.claimed ? binding.claimed : binding.saved}</span>
          )}
          {state?.kind === 'failed' && (
            <span className="field-error">
              {binding.failed} {failureText(state.failure, bindingErrors)}
            </span>
          )}
        </span>
      </div>
      <Button kind="quiet" aria-label={binding.rightsOf(user.email)} onClick={() => onRights(user)}>
        <ShieldCheck aria-hidden="true" />
        {binding.rights}
      </Button>
    </li>
  );
});
