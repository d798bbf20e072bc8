// One person in the administrators' list of people, in two lines: who it is, state, role, and what the role allows. All
// that can be done with a person is on PersonPage.tsx.
import { useStore } from '@nanostores/react';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import type { Person } from '../../../contract/people/people.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import { bindingCalls, doesBreak } from '../../lib/access/access-calls.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { binding, bindingErrors, brokenRoutes } from '../../lib/access/access-texts.ts';
import { $mailTrouble } from '../../lib/accounts/mail-trouble.ts';
import { showBound } from '../../lib/people/people-calls.ts';
import { factsOf, people, personStates } from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { BrokenList } from '../access/BrokenList.tsx';
import { RowSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Dots, Message } from '../ui/controls.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useCall } from '../ui/hooks.ts';

interface PersonRowProps {
  readonly row: Person;
  readonly roles: readonly Named[];
  readonly onRights: (person: Person) => void;
}

export function PersonRow({ row, roles, onRights }: PersonRowProps) {
  return (
    <li className="binding-row gap-4-20 stack middle person-row">
      <div className="stack breaks shrinks">
        <a href={paths.person(row.email)} aria-label={people.pageOf(row.name || `${people.noName}, ${row.email}`)}>
          {row.name ? <strong>{row.name}</strong> : people.noName}
        </a>
        <span className="muted small">{row.email}</span>
      </div>
      <div className="stack breaks shrinks">
        <PersonTags row={row} />
        <span className="muted small">{factsOf(row)}</span>
      </div>
      <RoleChoice row={row} roles={roles} onBound={showBound} />
      <Button kind="quiet" aria-label={binding.rightsOf(row.email)} onClick={() => onRights(row)}>
        <ShieldCheck aria-hidden="true" />
        {binding.rights}
      </Button>
    </li>
  );
}

const STATE_TAGS = { works: 'ok', invited: 'signal', never: 'warn', disabled: 'warn' } as const;

/** The state of a person, in the same words on every screen. */
export function PersonTags({ row }: { readonly row: Person }) {
  const own = useStore($account)?.email === row.email;
  return (
    <span className="account-tags gap-4">
      <span className={`tag ${STATE_TAGS[row.state]}`}>{personStates[row.state]}</span>
      {row.rank === 'admin' && <span className="tag signal">{people.admin}</span>}
      {own && <span className="tag ok">{people.own}</span>}
      {row.confirmed === false && row.state !== 'invited' && <span className="tag warn">{people.unconfirmed}</span>}
      {row.secondFactor && <span className="tag ok">{people.secondFactor}</span>}
      {row.mustChangePassword && <span className="tag warn">{people.mailedPassword}</span>}
      {!row.documentMails && <span className="tag">{people.mailsOff}</span>}
    </span>
  );
}

interface RoleChoiceProps {
  readonly row: Person;
  readonly roles: readonly Named[];
  /** Shows the person with the new role; a throw would be taken for a refusal of it. */
  readonly onBound: (person: Profile) => Promise<void>;
}

interface Warned {
  readonly broken: BrokenRoutes;
  /** As the choice has it; '': none. */
  readonly chosen: string;
}

/**
 * The role of a person; it changes once the server agreed, and a refusal is shown beside it. A role by which routes in
 * force would break is given only after a question that names them.
 */
export function RoleChoice({ row, roles, onBound }: RoleChoiceProps) {
  const { busy, failure, run } = useCall();
  const [said, setSaid] = useState('');
  const [unsent, setUnsent] = useState(false);
  const [warned, setWarned] = useState<Warned | null>(null);
  const id = useId();

  async function bind(chosen: string, { confirmed = false } = {}) {
    setSaid('');
    setUnsent(false);
    await run(async () => {
      const roleId = chosen === '' ? null : Number(chosen);
      if (!confirmed) {
        const broken = await bindingCalls.examine(row.email, roleId);
        if (doesBreak(broken)) return setWarned({ broken, chosen });
      }
      const { claimed = false, ...bound } = await bindingCalls.bind(row.email, roleId);
      await onBound(bound);
      setSaid(claimed ? binding.claimed : binding.saved);
      setUnsent(claimed && $mailTrouble.get() === 'not set up');
    });
  }

  return (
    <div className="binding-role">
      <RowSelect
        aria-label={binding.roleOf(row.email)}
        aria-describedby={id}
        aria-invalid={failure ? true : undefined}
        none={binding.none}
        choices={roles}
        value={row.role?.id ?? ''}
        onChange={({ target }) => void bind(target.value)}
      />
      <span id={id} role="status" className="small">
        {busy && (
          <>
            {binding.saving.replace('…', '')}
            <Dots />
          </>
        )}
        {!busy && said && <span className={unsent ? undefined : 'ok-text'}>{said}</span>}
        {!busy && unsent && <Message kind="warning">{binding.claimedUnsent}</Message>}
        {failure && (
          <span className="field-error">
            {binding.failed} {failureText(failure, bindingErrors)}
          </span>
        )}
      </span>
      {warned && (
        <RoleWarning
          broken={warned.broken}
          role={roles.find((role) => String(role.id) === warned.chosen)?.title ?? ''}
          onConfirm={() => void bind(warned.chosen, { confirmed: true })}
          onClose={() => setWarned(null)}
        />
      )}
    </div>
  );
}

interface RoleWarningProps {
  readonly broken: BrokenRoutes;
  /** Empty: none. */
  readonly role: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Names what would stand still, and gives the role only when that is wanted; Esc and «Отмена» leave all as it is. */
function RoleWarning({ broken, role, onConfirm, onClose }: RoleWarningProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Dialog dialog={dialog} heading={binding.breaks(role)} onClose={onClose}>
      <p>
        <strong>{brokenRoutes.lead}</strong>
      </p>
      <BrokenList broken={broken} />
      <div className="buttons">
        <Button ref={cancel} onClick={() => dialog.current?.close()}>
          {binding.cancel}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            dialog.current?.close();
            onConfirm();
          }}>
          {role === '' ? binding.unbindAnyway : binding.bindAnyway}
        </Button>
      </div>
    </Dialog>
  );
}
