import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { AdminAccountAnswer } from '../../../contract/mauth.ts';
import { formatDay } from '../../../rules/format/day.ts';
import {
  type AccountAction,
  accountActions,
  accountErrors,
  users,
} from '../../lib/accounts/accounts-texts.ts';
import { $account } from '../../lib/frame/session-store.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly row: AdminAccountAnswer;
  readonly onAction: (action: AccountAction, email: string) => Promise<Failure | null>;
  readonly onDone: (action: AccountAction) => void;
}

/** What makes sense for an account as it stands; nobody takes their own power away. */
const actionsFor = (row: AdminAccountAnswer, own: boolean): AccountAction[] => [
  ...(own
    ? []
    : ([row.rank === 'admin' ? 'demote' : 'promote', row.disabled ? 'enable' : 'disable'] as const)),
  ...(row.disabled ? [] : (['reset'] as const)),
  ...(row.secondFactor && !own ? (['resetFactor'] as const) : []),
  ...(row.sessions > 0 ? (['endSessions'] as const) : []),
];

/** One account: who it is, how it stands, and what can be done with it behind «Действия». */
export function AccountRow({ row, onAction, onDone }: Props) {
  const own = useStore($account)?.email === row.email;
  const summary = useRef<HTMLElement>(null);
  return (
    <li className="account-row">
      <div className="account-who">
        <strong>{row.email}</strong> {row.name && <span>{row.name}</span>}
        <span className="account-tags">
          {own && <span className="tag ok">{users.own}</span>}
          {row.rank === 'admin' && <span className="tag signal">{users.admin}</span>}
          {row.disabled && <span className="tag warn">{users.disabled}</span>}
          {!row.confirmed && <span className="tag warn">{users.unconfirmed}</span>}
          {row.claimed && <span className="tag warn">{users.claimed}</span>}
          {row.secondFactor && <span className="tag ok">{users.secondFactor}</span>}
          {row.mustChangePassword && <span className="tag warn">{users.mailedPassword}</span>}
        </span>
        <span className="muted small">
          {users.since(formatDay(new Date(row.createdAt), site.timeZone))}, {users.sessions(row.sessions)}
        </span>
      </div>
      <details className="account-actions">
        <summary ref={summary} aria-label={users.actionsOf(row.email)}>
          {users.actions}
        </summary>
        <div className="buttons">
          {actionsFor(row, own).map((action) => {
            const texts = accountActions[action];
            return (
              <ConfirmButton
                key={action}
                className="button"
                label={`${texts.button}: ${row.email}`}
                question={texts.question}
                details={texts.details(row.email)}
                yes={texts.yes}
                onConfirm={async () => {
                  const failure = await onAction(action, row.email);
                  if (failure) return { refused: failureText(failure, accountErrors) };
                  onDone(action);
                  // The button may be gone with its dialog: the focus stays with the account.
                  requestAnimationFrame(() => summary.current?.focus());
                  return { done: true };
                }}
              >
                {texts.button}
              </ConfirmButton>
            );
          })}
        </div>
      </details>
    </li>
  );
}
