import '../../styles/state.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { StateAnswer, StatePoint } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { problemsOf } from '../../lib/state/problems.ts';
import * as stateStore from '../../lib/state/state-store.ts';
import { momentText, roomText, serviceName, spanText, stateTexts } from '../../lib/state/state-texts.ts';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave, usePolling } from '../ui/hooks.ts';
import { ListSkeleton } from '../ui/ListFrame.tsx';

const REFRESH_MS = 30_000;

/** The screen of the server's state: problems, the state of each part, and charts of the last day. */
export default function State() {
  const [store] = useState(() => stateStore.createState(stateStore.askState));
  const { answers, shown, failure } = useStore(store.$state);
  useEffect(() => {
    void store.refresh();
    return store.leave;
  }, [store]);
  usePolling(() => void store.refresh(), REFRESH_MS);
  useLeave(curedBySignIn(failure));

  const answer = shown === null ? undefined : answers[shown];
  const again = () => void store.refresh();
  if (!answer) {
    if (!failure) return <ListSkeleton loading={stateTexts.loading} list="state-parts" bone="state-bone" count={6} />;
    return (
      <Failed failure={failure} onAgain={again}>
        {stateTexts.failed}
      </Failed>
    );
  }
  const names = Object.keys(answers);
  return (
    <div className="state">
      <p className="muted settings-lead below-20">{stateTexts.lead}</p>
      {names.length > 1 && (
        <fieldset className="state-processes flush row gap-8">
          <legend>{stateTexts.processes}</legend>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => store.show(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {failure ? (
        <Failed failure={failure} onAgain={again}>
          {stateTexts.stale(momentText(answer.at))}
        </Failed>
      ) : (
        <p className="muted small">{stateTexts.asOf(momentText(answer.at))}</p>
      )}
      <Problems answer={answer} />
      <StateParts answer={answer} />
      <Charts answer={answer} />
    </div>
  );
}

/** The state part by part. */
export function StateParts({ answer }: { readonly answer: StateAnswer }) {
  const { imports, process, at } = answer;
  return (
    <div className="state-parts">
      {imports && <ImportsPart imports={imports} />}
      <MailsPart answer={answer} />
      <SitePart site={answer.site} />
      <IndexPart index={answer.index} />
      <BackupsPart backups={answer.backups} />
      <DiskPart answer={answer} />
      <VersionsPart answer={answer} />
      <Part
        title={stateTexts.process.title}
        facts={[
          [stateTexts.process.name, process.name],
          [stateTexts.process.services, process.services.map(serviceName).join(', ') || stateTexts.none],
          [stateTexts.process.uptime, spanText(Date.parse(at) - Date.parse(process.startedAt))],
          [stateTexts.process.memory, roomText(process.memory)],
        ]}
      />
    </div>
  );
}

function MailsPart({ answer: { mails, at } }: { readonly answer: StateAnswer }) {
  return (
    <Part
      title={stateTexts.mails.title}
      facts={mails.map(({ name, state }) => [serviceName(name), state ? queueText(state, at) : stateTexts.unknown])}
    />
  );
}

type Outbox = NonNullable<StateAnswer['mails'][number]['state']>;

function queueText({ waiting, failed, oldestAt, problem }: Outbox, at: string): string {
  const age = oldestAt === null ? null : stateTexts.mails.oldest(spanText(Date.parse(at) - Date.parse(oldestAt)));
  return [stateTexts.mails.queue(waiting, failed), age, problem].filter(Boolean).join('; ');
}

function SitePart({ site }: { readonly site: StateAnswer['site'] }) {
  const { title, state, builtAt, states } = stateTexts.site;
  if (!site) return <Part title={title}>{stateTexts.unknown}</Part>;
  return (
    <Part
      title={title}
      facts={[
        [state, states[site.state]],
        [builtAt, momentText(site.builtAt)],
      ]}
    />
  );
}

function IndexPart({ index }: { readonly index: StateAnswer['index'] }) {
  const { title, revision, lag, behind, size } = stateTexts.index;
  if (!index) return <Part title={title}>{stateTexts.unknown}</Part>;
  return (
    <Part
      title={title}
      facts={[
        [revision, formatNumber(String(index.revision))],
        [lag, behind(index.behind)],
        [size, roomText(index.bytes)],
      ]}
    />
  );
}

function BackupsPart({ backups }: { readonly backups: StateAnswer['backups'] }) {
  const { title, notSet, last, never, error } = stateTexts.backups;
  if (!backups)
    return (
      <Part title={title}>
        <p>{notSet}</p>
      </Part>
    );
  const lastAt = backups.lastAt === null ? never : momentText(backups.lastAt);
  return <Part title={title} facts={[[last, lastAt], ...(backups.error ? [[error, backups.error] as const] : [])]} />;
}

function DiskPart({ answer: { disk, storage } }: { readonly answer: StateAnswer }) {
  const { title, free, of, storage: stored, answers } = stateTexts.disk;
  const besides = storage ? [[stored, answers(storage.answers)] as const] : [];
  if (!disk) return <Part title={title} facts={[[free, stateTexts.unknown], ...besides]} />;
  const percent = Math.floor((disk.free / disk.size) * 100);
  return (
    <Part title={title} facts={[[free, of(roomText(disk.free), roomText(disk.size), percent)], ...besides]}>
      <meter min={0} max={disk.size} low={disk.size * 0.9} value={disk.size - disk.free} aria-label={title} />
    </Part>
  );
}

function VersionsPart({ answer: { process, databases } }: { readonly answer: StateAnswer }) {
  const { title, app, node, database, dialects, migration, silent } = stateTexts.versions;
  return (
    <Part
      title={title}
      facts={[
        [app, process.version],
        [node, process.node],
        ...databases.map(
          ({ name, state }) =>
            [database(serviceName(name)), state ? migration(dialects[state.dialect], state.version) : silent] as const,
        ),
      ]}
    />
  );
}

/** The queue of import runs, and how the last ones ended. */
function ImportsPart({ imports }: { readonly imports: NonNullable<StateAnswer['imports']> }) {
  const { running, waiting, last } = imports;
  return (
    <Part
      title={stateTexts.imports.title}
      facts={[
        [stateTexts.imports.running, running],
        [stateTexts.imports.waiting, waiting],
      ]}>
      {last === null && <p>{stateTexts.unknown}</p>}
      {last?.length === 0 && <p className="muted">{stateTexts.imports.noRuns}</p>}
      {last && last.length > 0 && (
        <ul className="state-runs below-8 stack gap-4" aria-label={stateTexts.imports.last}>
          {last.map(({ id, fileName, kind, state, startedAt }) => (
            <li key={id}>
              <a href={paths.importRun(id)}>{fileName || stateTexts.imports.kinds[kind]}</a>{' '}
              <span className={`state-run ${state}`}>{stateTexts.imports.states[state]}</span>{' '}
              <span className="muted small">{momentText(startedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={paths.imports}>{stateTexts.imports.all}</a>
      </p>
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[];
  readonly children?: ReactNode;
}

/** One part of the state: heading and facts. */
function Part({ title, facts = [], children }: PartProps) {
  const id = useId();
  return (
    <section className="panel state-part flush breaks shrinks" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {facts.length > 0 && (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}

/** The problems with advice; announced to screen readers when they change. */
export function Problems({ answer }: { readonly answer: StateAnswer }) {
  const problems = problemsOf(answer);
  return (
    <section className="state-problems stack gap-8" aria-label={stateTexts.problems} aria-live="polite">
      {problems.length === 0 && <p className="message success">{stateTexts.allWell}</p>}
      {problems.map(({ id, kind, text, advice, href }) => (
        <div key={id} className={`message ${kind}`}>
          <div>
            <strong>{text}</strong> {advice}
          </div>
          {href && (
            <div className="buttons">
              <a className="button" href={href}>
                {stateTexts.open}
              </a>
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

/** Half an hour on the axis of a day, with a gap to the next. */
const BAR_WIDTH = stateStore.CHART.width / 48 - 1;

/** The last day as small charts, and as a table. */
export function Charts({ answer: { points, at } }: { readonly answer: StateAnswer }) {
  const id = useId();
  return (
    <section className="panel state-day flush breaks shrinks" aria-labelledby={id}>
      <h3 id={id}>{stateTexts.charts.title}</h3>
      {points.length === 0 ? (
        <p className="muted">{stateTexts.charts.empty}</p>
      ) : (
        <>
          <div className="state-charts below-12 stack">
            {stateStore.MEASURES.map((measure) => (
              <Chart key={measure} measure={measure} points={points} now={Date.parse(at)} />
            ))}
          </div>
          <PointTable points={points} />
        </>
      )}
    </section>
  );
}

interface ChartProps {
  readonly measure: stateStore.Measure;
  readonly points: readonly StatePoint[];
  readonly now: number;
}

function Chart({ measure, points, now }: ChartProps) {
  const { least, most, last } = stateStore.rangeOf(points, measure);
  const summary = stateTexts.charts.summary(least, most, last);
  return (
    <figure className={`state-chart flush shrinks ${measure}`}>
      <figcaption>
        {stateTexts.charts[measure]} <span className="muted">{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${stateStore.CHART.width} ${stateStore.CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${stateTexts.charts[measure]}: ${summary}`}>
        <line x1="0" x2={stateStore.CHART.width} y1={stateStore.CHART.height} y2={stateStore.CHART.height} />
        {stateStore.barsOf(points, measure, now).map(({ x, y, height }) => (
          <rect key={x} x={x} y={y} width={BAR_WIDTH} height={height} />
        ))}
      </svg>
    </figure>
  );
}

function PointTable({ points }: { readonly points: readonly StatePoint[] }) {
  return (
    <details>
      <summary>{stateTexts.charts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="state-table" aria-label={stateTexts.charts.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{stateTexts.charts.time}</th>
              {stateStore.MEASURES.map((measure) => (
                <th key={measure} scope="col">
                  {stateTexts.charts[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at}>
                <th scope="row">{momentText(point.at)}</th>
                {stateStore.MEASURES.map((measure) => (
                  <td key={measure}>{stateStore.numberText(stateStore.measured(point, measure))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
