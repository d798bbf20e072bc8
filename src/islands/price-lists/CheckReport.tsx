import type { DryRunAnswer } from '../../../contract/import-runs.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';
import { appliesNothing } from '../../lib/price-lists/check-facts.ts';
import { check as texts } from '../../lib/price-lists/check-texts.ts';
import type { RuleInWords } from '../../lib/price-lists/rule-words.ts';
import { ErrorGroups } from '../import-runs/ErrorGroups.tsx';
import { PlannedChanges } from '../import-runs/PlannedChanges.tsx';
import { RunFigures } from '../import-runs/RunFigures.tsx';
import { SheetFigures } from '../import-runs/SheetFigures.tsx';
import { Message } from '../ui/Message.tsx';
import { type ApplyWish, CheckActs } from './CheckActs.tsx';
import { CheckReading } from './CheckReading.tsx';

interface Props {
  readonly fileName: string;
  /** Whose list it is, in words; '' for a list of the catalogue itself. */
  readonly owner: string;
  /** By what it was read; empty for a list of the catalogue itself. */
  readonly reading: readonly RuleInWords[];
  /** What becomes of positions that the list does not name, as the form has it. */
  readonly missing: string;
  readonly answer: DryRunAnswer;
  /** Something was changed after the check. */
  readonly isStale: boolean;
  readonly onApply: (wish: ApplyWish) => void;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

/** What a file would do to the catalogue, by which rules, and what speaks against applying it. */
export default function CheckReport({ fileName, owner, reading, missing, answer, isStale, ...acts }: Props) {
  const { counts, suspicions, largest, samples } = answer;
  const isUseless = appliesNothing(answer);
  const changesNothing = SAMPLES.every((name) => counts[name] === 0) && answer.missing === 0;
  return (
    <section className="check-report">
      <p className="muted">
        {texts.lead(fileName, answer.rows, answer.groups)} {owner}
      </p>
      {isStale && (
        <Message kind="warning">
          <strong>{texts.stale}</strong> {texts.staleHint}
        </Message>
      )}
      {suspicions.length > 0 && (
        <Message kind="warning">
          <strong>{texts.suspicious}</strong>
          <ul>
            {suspicions.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Message>
      )}
      <RunFigures counts={counts} />
      {answer.missing > 0 && <Message kind="info">{texts.missing(answer.missing, missing)}</Message>}
      {isUseless && (
        <Message kind="error">
          <strong>{texts.useless}</strong> {texts.uselessHint(counts.failed, counts.skipped)}
        </Message>
      )}
      {!isUseless && changesNothing && suspicions.length === 0 && (
        <Message kind="info">{texts.nothing}</Message>
      )}
      <CheckReading rules={reading} />
      <CheckActs {...acts} isSuspicious={suspicions.length > 0} isStale={isStale} isUseless={isUseless} />
      <SheetFigures sheets={answer.sheets} />
      <ErrorGroups heading={runReport.errors} groups={answer.errorGroups} />
      <ErrorGroups heading={runReport.warnings} groups={answer.warningGroups} />
      {largest.length > 0 && (
        <section className="reports">
          <h2>{runReport.largest}</h2>
          <PlannedChanges changes={largest} />
        </section>
      )}
      {SAMPLES.filter((kind) => samples[kind].length > 0).map((kind, at) => (
        <Sample key={kind} kind={kind} changes={samples[kind]} all={counts[kind]} isOpen={at === 0} />
      ))}
    </section>
  );
}

const SAMPLES = ['created', 'priceUp', 'priceDown', 'stockChanged'] as const;

interface SampleProps {
  readonly kind: (typeof SAMPLES)[number];
  readonly changes: DryRunAnswer['largest'];
  readonly all: number;
  readonly isOpen: boolean;
}

function Sample({ kind, changes, all, isOpen }: SampleProps) {
  return (
    <details className="check-sample reports" open={isOpen}>
      <summary>
        {runReport.samples[kind]} <span className="muted">{runReport.sampleHint(changes.length, all)}</span>
      </summary>
      <PlannedChanges changes={changes} />
    </details>
  );
}
