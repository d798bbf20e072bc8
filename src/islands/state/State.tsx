// The screen on which administrators see the state of the server: problems with advice, each part, charts of the last
// day (Charts.tsx).
import '../../styles/state.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { DocumentTemplates } from '../../../contract/documents/documents.ts';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { templateCalls } from '../../lib/documents/template-calls.ts';
import { paths } from '../../lib/platform/paths.ts';
import { problemsOf } from '../../lib/state/problems.ts';
import { askState, createState } from '../../lib/state/state-store.ts';
import { momentText, roomText, serviceName, spanText, stateTexts as texts } from '../../lib/state/state-texts.ts';
import { Failed } from '../ui/controls.tsx';
import { curedBySignIn, useLeave, useLoaded, usePolling } from '../ui/hooks.ts';
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
  // Without an answer the rest of the page is right all the same.
  const { value: routes } = useLoaded(templateCalls.known);

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
      <Problems answer={answer} routes={routes ?? []} />
      <StateParts answer={answer} />
      <details className="panel cabinet-part">
        <summary>{texts.details}</summary>
        <Technical answer={answer} />
      </details>
    </div>
  );
}

interface AnswerProps {
  readonly answer: StateAnswer;
}

/** What people who are not technicians ask after. */
export function StateParts({ answer }: AnswerProps) {
  const { imports } = answer;
  return (
    <div className="state-parts">
      {imports && <ImportsPart imports={imports} />}
      <MailsPart answer={answer} />
      <SitePart site={answer.site} />
      <IndexPart index={answer.index} />
      <BackupsPart backups={answer.backups} />
      <DiskPart answer={answer} />
    </div>
  );
}

/** Process, versions, index and the charts of the day, for who runs the server. */
export function Technical({ answer }: AnswerProps) {
  const { process, index, at } = answer;
  const { title, revision, size } = texts.indexFile;
  return (
    <>
      <div className="state-parts below-16">
        <VersionsPart answer={answer} />
        <Part
          title={title}
          facts={
            index && [
              [revision, formatNumber(String(index.revision))],
              [size, roomText(index.bytes)],
            ]
          }
        />
        <Part
          title={texts.process.title}
          facts={[
            [texts.process.name, process.name],
            [texts.process.services, process.services.map(serviceName).join(', ') || texts.none],
            [texts.process.uptime, spanText(Date.parse(at) - Date.parse(process.startedAt))],
            [texts.process.memory, roomText(process.memory)],
            ...answer.mails.flatMap(({ name, state }) =>
              state?.problem ? [[texts.process.mailProblem(serviceName(name)), state.problem] as const] : [],
            ),
            ...(answer.backups?.error ? [[texts.process.backupProblem, answer.backups.error] as const] : []),
          ]}
        />
      </div>
      <Charts answer={answer} />
    </>
  );
}

function MailsPart({ answer: { mails, at } }: AnswerProps) {
  if (mails.some(({ state }) => state?.trouble === 'not set up'))
    return (
      <Part title={texts.mails.title}>
        <p>{texts.mails.notSetUp}</p>
      </Part>
    );
  return (
    <Part
      title={texts.mails.title}
      facts={mails.map(({ name, state }) => [serviceName(name), state ? queueText(state, at) : texts.unknown])}
    />
  );
}

type Outbox = NonNullable<StateAnswer['mails'][number]['state']>;

function queueText({ waiting, failed, oldestAt, trouble }: Outbox, at: string): string {
  const age = oldestAt === null ? null : texts.mails.oldest(spanText(Date.parse(at) - Date.parse(oldestAt)));
  return [texts.mails.queue(waiting, failed), age, trouble && texts.mails.failing].filter(Boolean).join('; ');
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
  const { title, lag, behind } = texts.index;
  return <Part title={title} facts={index && [[lag, behind(index.behind)]]} />;
}

function BackupsPart({ backups }: { readonly backups: StateAnswer['backups'] }) {
  const { title, notSet, last, never, failed } = texts.backups;
  if (!backups)
    return (
      <Part title={title}>
        <p>{notSet}</p>
      </Part>
    );
  const lastAt = backups.lastAt === null ? never : momentText(backups.lastAt);
  return (
    <Part title={title} facts={[[last, lastAt]]}>
      {backups.error && <p>{failed}</p>}
    </Part>
  );
}

function DiskPart({ answer: { disk, storage } }: AnswerProps) {
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

function VersionsPart({ answer: { process, databases } }: AnswerProps) {
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
export function Problems({ answer, routes }: AnswerProps & { readonly routes: DocumentTemplates }) {
  const problems = problemsOf(answer, routes);
  return (
    <section className="state-problems stack gap-8" aria-label={texts.problems} aria-live="polite">
      {problems.length === 0 && <p className="message success">{texts.allWell}</p>}
      {problems.map(({ id, kind, text, advice, details, href }) => (
        <div key={id} className={`message ${kind}`}>
          <div>
            <strong>{text}</strong> {advice}
            {details && (
              <details className="small">
                <summary>{texts.details}</summary>
                {details.split('\n').map((line) => (
                  <p key={line} className="flush">
                    {line}
                  </p>
                ))}
              </details>
            )}
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
