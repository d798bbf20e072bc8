// Every saved state of a company page or slide: who, when, what differs from now, and the button that restores it.
import { useEffect, useState } from 'react';
import type { VersionRow } from '../../../contract/answers.ts';
import { history } from '../../lib/editing/editor-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt } from '../../lib/platform/http-client.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { Button, ConfirmButton, Failed } from './controls.tsx';
import { Difference } from './Difference.tsx';
import { useCall, useLoaded } from './hooks.ts';

/** The calls of the history of one thing. All throw what ky throws. */
interface HistoryCalls {
  list(): Promise<readonly VersionRow[]>;
  text(version: number): Promise<string>;
  restore(version: number): Promise<void>;
}

interface Props {
  readonly calls: HistoryCalls;
  readonly present: string;
  readonly onRestored: (version: number) => void;
}

export function History({ calls, present, onRestored }: Props) {
  const { value: rows, again, ...loading } = useLoaded(calls.list);
  const comparing = useCall();
  const failure = loading.failure ?? comparing.failure;
  useEffect(() => askIfEnded(loading.failure), [loading.failure]);
  const [compared, setCompared] = useState<{ version: number; text: string } | null>(null);

  async function compare(version: number): Promise<void> {
    if (compared?.version === version) setCompared(null);
    else await comparing.run(async () => setCompared({ version, text: await calls.text(version) }));
  }

  async function restore(version: number) {
    const failed = await attempt(() => calls.restore(version));
    askIfEnded(failed);
    if (failed) return { refused: failureText(failed) };
    onRestored(version);
    setCompared(null);
    void again();
    return { done: true } as const;
  }

  function loadAnew(): void {
    comparing.forget();
    void again();
  }

  return (
    <section className="history" aria-labelledby="history-heading">
      <h2 id="history-heading">{history.heading}</h2>
      {failure && (
        <Failed failure={failure} onAgain={loadAnew}>
          {history.failed}
        </Failed>
      )}
      {rows === null && !failure && <p role="status">{history.loading}</p>}
      {rows?.length === 0 && <p className="muted">{history.empty}</p>}
      <ol className="history-rows">
        {rows?.map((row, index) => (
          <li key={row.version}>
            <div className="history-row gap-4-16 row middle apart">
              <div className="history-text gap-0-8 row baseline breaks shrinks">
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
                  onClick={() => void compare(row.version)}>
                  {history.compare}
                </Button>
                {index > 0 && (
                  <ConfirmButton
                    className="button quiet"
                    label={history.restoreOf(row.version)}
                    question={history.question(row.version)}
                    details={history.details}
                    yes={history.restore}
                    onConfirm={() => restore(row.version)}>
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
