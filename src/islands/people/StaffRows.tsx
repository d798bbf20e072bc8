import { useState } from 'react';
import { STAFF_OUTCOMES, type StaffOutcome } from '../../../contract/staff-columns.ts';
import type { StaffPlan } from '../../../contract/staff-list.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { staffCounts, staffOutcome, staffList as texts } from '../../lib/people/staff-list-texts.ts';
import { Message } from '../ui/Message.tsx';

const TAGS = { new: 'ok', role: 'signal', same: '', wrong: 'warn' } as const;

/** What becomes of each row; the numbers above narrow the rows down. */
export function StaffRows({ plan }: { readonly plan: StaffPlan }) {
  const [only, setOnly] = useState<StaffOutcome | null>(null);
  const { rows, counts, hasMore } = plan;
  // A correction may leave none of what was looked at.
  const shown = only && counts[only] > 0 ? only : null;
  if (rows.length === 0) return <p className="data-list-empty">{texts.nobody}</p>;
  const choice = (outcome: StaffOutcome | null, label: string, count: number) => (
    <button
      key={label}
      type="button"
      className="button quiet"
      aria-pressed={shown === outcome}
      onClick={() => setOnly(outcome)}
    >
      {label} {formatNumber(count)}
    </button>
  );
  return (
    <>
      {hasMore && <Message kind="warning">{texts.hasMore}</Message>}
      <fieldset className="staff-counts">
        <legend className="visually-hidden">{texts.rows}</legend>
        {choice(null, texts.all, rows.length)}
        {STAFF_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
          choice(outcome, staffCounts[outcome], counts[outcome]),
        )}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="staff-rows" aria-label={texts.rows} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.person}</th>
              <th scope="col">{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ outcome }) => shown === null || outcome === shown)
              .map((row) => (
                <tr key={row.row}>
                  <td className="staff-number">{row.row}</td>
                  <td>
                    {row.name || <span className="muted">{texts.noName}</span>}
                    <span className="muted small">{row.email}</span>
                  </td>
                  <td>
                    <span className={`tag ${TAGS[row.outcome]}`}>{staffOutcome(row)}</span>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
