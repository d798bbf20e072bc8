// What a price list would do to the catalogue, shown to an administrator before anything is written: changes,
// suspicions, rules. Buttons are in CheckButtons.
import type { ReactNode } from 'react';
import type { DryRunAnswer, PlannedChange } from '../../../../contract/catalogue/runs.ts';
import { formatNumber, formatPrice } from '../../../../rules/format/texts.ts';
import { priceMove, runReport } from '../../../lib/price-lists/runs/history-texts.ts';
import { appliesNothing, check as texts } from '../../../lib/price-lists/upload/check-store.ts';
import type { RuleInWords } from '../../../lib/price-lists/upload/price-rules.ts';
import { Message } from '../../ui/controls.tsx';
import { ErrorGroups, ReadingRules, RowReports, RunFigures, SheetFigures } from '../runs/RunResults.tsx';
import type { ApplyWish } from './CheckButtons.tsx';
import { CheckButtons } from './CheckButtons.tsx';
import { StockWords } from './StockWords.tsx';

interface CheckReportProps {
  readonly fileName: string;
  /** Whose list it is, in words; '' for a list of the catalogue itself. */
  readonly owner: string;
  /** By what it was read; empty for a list of the catalogue itself. */
  readonly reading: readonly RuleInWords[];
  /** What becomes of positions that the list does not name, as the form has it. */
  readonly missing: string;
  readonly answer: DryRunAnswer;
  readonly isStale: boolean;
  /** The catalogue has changed since the check before this one. */
  readonly isRenewed: boolean;
  /** What the form says of words of stock. */
  readonly stockWords: string;
  readonly onStockWords: (meanings: string) => void;
  /** Keeps what is said of words of stock for the next lists of the supplier. */
  readonly saveWords: ReactNode;
  /** Takes a sheet in that was left out because it reads badly. */
  readonly onTakeSheet: (name: string) => void;
  readonly onApply: (wish: ApplyWish) => void;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

export default function CheckReport({
  fileName,
  owner,
  reading,
  missing,
  answer,
  isStale,
  isRenewed,
  ...rest
}: CheckReportProps) {
  const { stockWords, onStockWords, saveWords, onTakeSheet, ...acts } = rest;
  const { counts, suspicions, largest, samples } = answer;
  const isUseless = appliesNothing(answer);
  const changesNothing = SAMPLES.every((name) => counts[name] === 0) && answer.missing === 0;
  return (
    <section className="check-report">
      <p className="muted">
        {texts.lead(fileName, answer)} {owner}
      </p>
      {isRenewed && (
        <Message kind="warning">
          <strong>{texts.renewed}</strong> {texts.renewedHint}
        </Message>
      )}
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
      {!isUseless && changesNothing && suspicions.length === 0 && <Message kind="info">{texts.nothing}</Message>}
      <StockWords words={answer.stockWords} meanings={stockWords} onChange={onStockWords}>
        {saveWords}
      </StockWords>
      <ReadingRules heading={texts.reading} rules={reading} />
      <CheckButtons {...acts} isSuspicious={suspicions.length > 0} isStale={isStale} isUseless={isUseless} />
      <SheetFigures sheets={answer.sheets} onTake={onTakeSheet} />
      <ErrorGroups heading={runReport.errors} groups={answer.errorGroups} />
      <ErrorGroups heading={runReport.warnings} groups={answer.warningGroups} />
      <RowReports heading={runReport.clashes} rows={answer.clashes} />
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
    <details className="check-sample below-8 reports" open={isOpen}>
      <summary>
        {runReport.samples[kind]} <span className="muted">{runReport.sampleHint(changes.length, all)}</span>
      </summary>
      <PlannedChanges changes={changes} />
    </details>
  );
}

function PlannedChanges({ changes }: { readonly changes: readonly PlannedChange[] }) {
  const { table } = runReport;
  return (
    <table className="cards labelled">
      <thead>
        <tr>
          <th scope="col">{table.row}</th>
          <th scope="col">{table.position}</th>
          {[table.price, table.move, table.amount].map((name) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.sheet} ${change.row}`}>
            <td data-label={table.row}>{runReport.place(change.row, change.sheet)}</td>
            <td data-label={table.position} className="breaks">
              <span>
                <span className="mono">{change.article}</span> {change.title}
              </span>
            </td>
            <td data-label={table.price} className="number">
              <Turn before={change.priceBefore} after={change.price} format={priceText} />
            </td>
            <td data-label={table.move} className="number">
              {priceMove(change.priceBefore, change.price) || '—'}
            </td>
            <td data-label={table.amount} className="number">
              <Turn before={change.amountBefore} after={change.amount} format={formatNumber} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const priceText = (price: string): string => formatPrice(price) ?? runReport.noPrice;

interface TurnProps<T> {
  /** null: there was nothing. */
  readonly before: T | null;
  readonly after: T;
  readonly format: (value: T) => string;
}

/** A value that turns into another; just the value where nothing changes. */
function Turn<T>({ before, after, format }: TurnProps<T>) {
  const [from, to] = [before === null ? null : format(before), format(after)];
  if (from === null || from === to) return <span>{to}</span>;
  return (
    <span>
      <span className="muted">{from}</span> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {runReport.becomes} </span> <strong>{to}</strong>
    </span>
  );
}
