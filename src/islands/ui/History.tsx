import { useEffect, useState } from 'react';
import type { VersionRow } from '../../../contract/answers.ts';
import { history } from '../../lib/editing/editor-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { type Failure, failureOf } from '../../lib/platform/http-client.ts';
import { askIfEnded } from '../../lib/platform/open-forms.ts';
import { Button } from './Button.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Difference } from './Difference.tsx';
import { Failed } from './Message.tsx';

/** The calls of the history of one thing. All throw what ky throws. */
interface HistoryCalls {
  list(): Promise<readonly VersionRow[]>;
  /** The text of a version, as it is compared. */
  text(version: number): Promise<string>;
  restore(version: number): Promise<void>;
}

interface Props {
  readonly calls: HistoryCalls;
  /** The text as it is now. */
  readonly present: string;
  readonly onRestored: (version: number) => void;
}

/** Every saved state of a text: who, when, what differs from now, and the way back to it. */
export function History({ calls, present, onRestored }: Props) {
  const [rows, setRows] = useState<readonly VersionRow[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [compared, setCompared] = useState<{ version: number; text: string } | null>(null);

  async function attempt(act: () => Promise<void>): Promise<Failure | null> {
    try {
      await act();
      setFailure(null);
      return null;
    } catch (error) {
      const failed = failureOf(error);
      askIfEnded(failed);
      return failed;
    }
  }
  const load = () => attempt(async () => setRows(await calls.list())).then((failed) => failed && setFailure(failed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once when it is opened
  useEffect(() => void load(), []);

  async function compare(version: number): Promise<void> {
    if (compared?.version === version) return setCompared(null);
    const failed = await attempt(async () => setCompared({ version, text: await calls.text(version) }));
    if (failed) setFailure(failed);
  }

  async function restore(version: number) {
    const failed = await attempt(() => calls.restore(version));
    if (failed) return { refused: failureText(failed) };
    onRestored(version);
    setCompared(null);
    void load();
    return { done: true } as const;
  }

  return (
    <section className="history" aria-labelledby="history-heading">
      <h2 id="history-heading">{history.heading}</h2>
      {failure && (
        <Failed failure={failure} onAgain={() => void load()}>
          {history.failed}
        </Failed>
      )}
      {rows === null && !failure && <p role="status">{history.loading}</p>}
      {rows?.length === 0 && <p className="muted">{history.empty}</p>}
      <ol className="history-rows">
        {rows?.map((row, index) => (
          <li key={row.version}>
            <div className="history-row">
              <div className="history-text">
                <strong>{history.version(row.version)}</strong>{' '}
                {index === 0 && <span className="tag ok">{history.current}</span>}
                <span className="muted small">
                  {history.row(row.savedAt, row.savedBy)}, {history.length(row.length)}
                </span>
              </div>
              <div className="buttons">
                <Button
                  kind="quiet"
                  aria-expanded={compared?.version === row.version}
                  aria-label={history.compareOf(row.version)}
                  onClick={() => void compare(row.version)}
                >
                  {history.compare}
                </Button>
                {index > 0 && (
                  <ConfirmButton
                    className="button quiet"
                    label={history.restoreOf(row.version)}
                    question={history.question(row.version)}
                    details={history.details}
                    yes={history.restore}
                    onConfirm={() => restore(row.version)}
                  >
                    {history.restore}
                  </ConfirmButton>
                )}
              </div>
            </div>
            {compared?.version === row.version &&
              (compared.text === present ? (
                <p role="status">{history.same}</p>
              ) : (
                <Difference label={history.compareOf(row.version)} before={present} after={compared.text} />
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
