import { type ReactNode, useId } from 'react';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { problemsOf } from '../../lib/state/problems.ts';
import { momentText, roomText, serviceName, spanText, stateTexts } from '../../lib/state/state-texts.ts';

/** Where everything stands, part by part. */
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

const texts = stateTexts.imports;

/** The queue of import runs, and how the last ones ended. */
function ImportsPart({ imports }: { readonly imports: NonNullable<StateAnswer['imports']> }) {
  const { running, waiting, last } = imports;
  return (
    <Part
      title={texts.title}
      facts={[
        [texts.running, running],
        [texts.waiting, waiting],
      ]}
    >
      {last === null && <p>{stateTexts.unknown}</p>}
      {last?.length === 0 && <p className="muted">{texts.noRuns}</p>}
      {last && last.length > 0 && (
        <ul className="state-runs below-8 stack gap-4" aria-label={texts.last}>
          {last.map(({ id, fileName, kind, state, startedAt }) => (
            <li key={id}>
              <a href={paths.importRun(id)}>{fileName || texts.kinds[kind]}</a>{' '}
              <span className={`state-run ${state}`}>{texts.states[state]}</span>{' '}
              <span className="muted small">{momentText(startedAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={paths.imports}>{texts.all}</a>
      </p>
    </Part>
  );
}

interface Props {
  readonly title: string;
  /** Name and value of each fact, in order. */
  readonly facts?: readonly (readonly [name: string, value: ReactNode])[];
  readonly children?: ReactNode;
}

/** One part of the state under its heading. */
function Part({ title, facts = [], children }: Props) {
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

/** What is wrong, in words, with what to do; read out when it changes. */
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
