import type { AccessSheet } from '../../../contract/access.ts';
import { rightsProblems, rightsFile as texts } from '../../lib/access/rights-file-texts.ts';
import { Message } from '../ui/Message.tsx';
import { ChangeBoxes } from './ChangeBoxes.tsx';

/** What a file of rights would change, role by role, and what of it cannot be read. */
export function RightsDifference({ difference }: { readonly difference: AccessSheet }) {
  const { roles, problems, problemCount } = difference;
  const others = texts.others(difference);
  return (
    <div>
      {problemCount > 0 && (
        <Message kind="warning">
          <details open>
            <summary>{texts.problems(problemCount)}</summary>
            <ul>
              {problems.map(({ row, error, text }) => (
                <li key={`${row} ${error} ${text}`}>{texts.problem(row, rightsProblems[error](text))}</li>
              ))}
              {problemCount > problems.length && <li>{texts.more(problemCount - problems.length)}</li>}
            </ul>
          </details>
        </Message>
      )}
      {roles.length === 0 && <p role="status">{texts.same}</p>}
      <ul className="change-list">
        {roles.map(({ role, added, removed, addedCount, removedCount }) => (
          <li key={role.id}>
            <p>
              <strong>{texts.role(role.title)}</strong>
            </p>
            <ChangeBoxes kind="added" names={added} count={addedCount} />
            <ChangeBoxes kind="removed" names={removed} count={removedCount} />
          </li>
        ))}
      </ul>
      {others && <p className="muted small">{others}</p>}
    </div>
  );
}
