// The dialog in which administrators see what one person may do with documents, and by which role. It opens from the list
// of people and from the page of a person.
import { Check, Minus } from 'lucide-react';
import type { EffectiveRights } from '../../../contract/access/access.ts';
import { askEffectiveRights } from '../../lib/access/access-calls.ts';
import { bindingErrors, effective } from '../../lib/access/access-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { Failed } from '../ui/controls.tsx';
import { useLoaded } from '../ui/hooks.ts';
import { WideDialog } from './WideDialog.tsx';

interface Props {
  readonly user: { readonly uid: string; readonly name: string | null; readonly email: string };
  readonly onClose: () => void;
}

/** The dialog with what a user may do with documents as the server decides it, and by which role. */
export default function UserRights({ user, onClose }: Props) {
  const { value: rights, failure, again } = useLoaded(askEffectiveRights, user.uid);

  return (
    <WideDialog heading={effective.heading(user.name || user.email)} onClose={onClose}>
      {failure && <Failed failure={failure} errors={bindingErrors} onAgain={() => void again()} />}
      {!rights && !failure && <p role="status">{effective.loading}</p>}
      {rights && <Reason rights={rights} />}
      {rights && !rights.isDisabled && <Standing rights={rights} />}
      {rights && !rights.isDisabled && rights.pairs.length > 0 && <Pairs rights={rights} />}
    </WideDialog>
  );
}

function Standing({ rights }: { rights: EffectiveRights }) {
  const titles = rights.actions.filter(({ allowed }) => allowed).map(({ title }) => title);
  return titles.length === 0 ? null : (
    <p>
      {effective.standing} {titles.join(', ')}
    </p>
  );
}

function Reason({ rights: { role, pairs, isDisabled } }: { rights: EffectiveRights }) {
  if (isDisabled) return <p>{effective.disabled(role?.title ?? '')}</p>;
  if (role === null) return <p>{effective.noRole}</p>;
  if (pairs.length > 0) return <p>{effective.byRole(role.title)}</p>;
  return (
    <>
      <p>{effective.noPairs(role.title)}</p>
      <a className="button" href={paths.access}>
        {effective.toAccess}
      </a>
    </>
  );
}

function Pairs({ rights }: { rights: EffectiveRights }) {
  const actions = rights.pairs[0]?.actions ?? [];
  return (
    <>
      <table className="rights-table cards labelled dense effective">
        <thead>
          <tr>
            <th scope="col">{effective.pair}</th>
            {actions.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.pairs.map((pair) => (
            <tr key={`${pair.directing.id} ${pair.task.id}`}>
              <th scope="row" className="breaks">
                <span className="muted">{pair.directing.title} /</span> {pair.task.title}
              </th>
              {pair.actions.map(({ id, title, allowed }) => (
                <td key={id} data-label={title} className={allowed ? 'allowed' : 'denied'}>
                  {allowed ? (
                    <Check className="rights-mark" aria-hidden="true" size={18} />
                  ) : (
                    <Minus className="rights-mark" aria-hidden="true" size={18} />
                  )}
                  <span>{allowed ? effective.allowed : effective.denied}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">{effective.unseen}</p>
    </>
  );
}
