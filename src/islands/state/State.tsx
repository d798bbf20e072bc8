// The screen on which administrators see the state of the server: problems with advice, each part, charts of the last
// day (Charts.tsx).
import '../../styles/state.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { problemsOf } from '../../lib/state/problems.ts';
import { askState, createState } from '../../lib/state/state-store.ts';
import { momentText, roomText, serviceName, spanText, stateTexts as texts } from '../../lib/state/state-texts.ts';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave, usePolling } from '../ui/hooks.ts';
import { ListSkeleton } from '../ui/ListFrame.tsx';
import { Charts } from './Charts.tsx';

const REFRESH_MS = 30_000;

export default function State() {
  const [store] = useState(() => createState(askState));
  const { answers, shown, failure } = useStore(store.$state);
  useEffect(() => {
    void store.refresh();
    return store.leave;
  }, [store]);
  usePolling(() => void store.refresh(), REFRESH_MS);
  useLeave(curedBySignIn(failure));

  const answer = shown === null ? undefined : answers[shown];
  const failed = (text: string) =>
    failure && (
      <Failed failure={failure} onAgain={() => void store.refresh()}>
        {text}
      </Failed>
    );
  if (!answer) {
    if (failure) return failed(texts.failed);
    return <ListSkeleton loading={texts.loading} list="state-parts" bone="state-bone" count={6} />;
  }
  const at = momentText(answer.at);
  const names = Object.keys(answers);
  return (
    <div className="state">
      <p className="muted settings-lead below-20">{texts.lead}</p>
      {names.length > 1 && (
        <fieldset className="state-processes flush row gap-8">
          <legend>{texts.processes}</legend>
          {names.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => store.show(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {failure ? failed(texts.stale(at)) : <p className="muted small">{texts.asOf(at)}</p>}
      <Problems answer={answer} />
      <StateParts answer={answer} />
      <Charts answer={answer} />
    </div>
  );
}

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
        title={texts.process.title}
        facts={[
          [texts.process.name, process.name],
          [texts.process.services, process.services.map(serviceName).join(', ') || texts.none],
          [texts.process.uptime, spanText(Date.parse(at) - Date.parse(process.startedAt))],
          [texts.process.memory, roomText(process.memory)],
        ]}
      />
    </div>
  );
}

function MailsPart({ answer: { mails, at } }: { readonly answer: StateAnswer }) {
  return (
    <Part
      title={texts.mails.title}
      facts={mails.map(({ name, state }) => [serviceName(name), state ? queueText(state, at) : texts.unknown])}
    />
  );
}

type Outbox = NonNullable<StateAnswer['mails'][number]['state']>;

function queueText({ waiting, failed, oldestAt, problem }: Outbox, at: string): string {
  const age = oldestAt === null ? null : texts.mails.oldest(spanText(Date.parse(at) - Date.parse(oldestAt)));
  return [texts.mails.queue(waiting, failed), age, problem].filter(Boolean).join('; ');
}

function SitePart({ site }: { readonly site: StateAnswer['site'] }) {
  const { title, state, builtAt, states } = texts.site;
  const facts: Facts = site && [
    [state, states[site.state]],
    [builtAt, momentText(site.builtAt)],
  ];
  return <Part title={title} facts={facts} />;
}

function IndexPart({ index }: { readonly index: StateAnswer['index'] }) {
  const { title, revision, lag, behind, size } = texts.index;
  const facts: Facts = index && [
    [revision, formatNumber(String(index.revision))],
    [lag, behind(index.behind)],
    [size, roomText(index.bytes)],
  ];
  return <Part title={title} facts={facts} />;
}

function BackupsPart({ backups }: { readonly backups: StateAnswer['backups'] }) {
  const { title, notSet, last, never, error } = texts.backups;
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
  const { title, free, of, storage: stored, answers } = texts.disk;
  const besides = storage ? [[stored, answers(storage.answers)] as const] : [];
  if (!disk) return <Part title={title} facts={[[free, texts.unknown], ...besides]} />;
  const percent = Math.floor((disk.free / disk.size) * 100);
  return (
    <Part title={title} facts={[[free, of(roomText(disk.free), roomText(disk.size), percent)], ...besides]}>
      <meter min={0} max={disk.size} low={disk.size * 0.9} value={disk.size - disk.free} aria-label={title} />
    </Part>
  );
}

function VersionsPart({ answer: { process, databases } }: { readonly answer: StateAnswer }) {
  const { title, app, node, database, dialects, migration, silent } = texts.versions;
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

function ImportsPart({ imports }: { readonly imports: NonNullable<StateAnswer['imports']> }) {
  const { running, waiting, last } = imports;
  return (
    <Part
      title={texts.imports.title}
      facts={[
        [texts.imports.running, running],
        [texts.imports.waiting, waiting],
      ]}>
      {last === null && <p>{texts.unknown}</p>}
      {last?.length === 0 && <p className="muted">{texts.imports.noRuns}</p>}
      {last && last.length > 0 && (
        <ul className="state-runs below-8 stack gap-4" aria-label={texts.imports.last}>
          {last.map(({ id, fileName, kind, state, startedAt }) => (
            <li key={id}>
              <a href={paths.importRun(id)}>{fileName || texts.imports.kinds[kind]}</a>{' '}
              <span className={`state-run ${state}`}>{texts.imports.states[state]}</span>{' '}
              <span className="muted small">{momentText(startedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={paths.imports}>{texts.imports.all}</a>
      </p>
    </Part>
  );
}

/** Null: they could not be found out. */
type Facts = readonly (readonly [name: string, value: ReactNode])[] | null;

interface PartProps {
  readonly title: string;
  readonly facts?: Facts;
  readonly children?: ReactNode;
}

function Part({ title, facts = [], children }: PartProps) {
  const id = useId();
  return (
    <section className="panel state-part flush breaks shrinks" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {facts === null && texts.unknown}
      {facts && facts.length > 0 && (
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
    <section className="state-problems stack gap-8" aria-label={texts.problems} aria-live="polite">
      {problems.length === 0 && <p className="message success">{texts.allWell}</p>}
      {problems.map(({ id, kind, text, advice, href }) => (
        <div key={id} className={`message ${kind}`}>
          <div>
            <strong>{text}</strong> {advice}
          </div>
          {href && (
            <div className="buttons">
              <a className="button" href={href}>
                {texts.open}
              </a>
            </div>
          )}
        </div>
      ))}
    </section>
  );
}
