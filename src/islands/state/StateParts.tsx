import type { StateAnswer } from '../../../contract/state.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { serviceName, stateTexts as texts } from '../../lib/state/state-texts.ts';
import { momentText, roomText, spanText } from '../../lib/state/state-words.ts';
import { ImportsPart } from './ImportsPart.tsx';
import { Part } from './Part.tsx';

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
      facts={mails.map(({ name, state }) => [
        serviceName(name),
        state ? queueText(state, at) : texts.unknown,
      ])}
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
  if (!site) return <Part title={title}>{texts.unknown}</Part>;
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
  const { title, revision, lag, behind, size } = texts.index;
  if (!index) return <Part title={title}>{texts.unknown}</Part>;
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
  const { title, notSet, last, never, error } = texts.backups;
  if (!backups)
    return (
      <Part title={title}>
        <p>{notSet}</p>
      </Part>
    );
  const lastAt = backups.lastAt === null ? never : momentText(backups.lastAt);
  return (
    <Part
      title={title}
      facts={[[last, lastAt], ...(backups.error ? [[error, backups.error] as const] : [])]}
    />
  );
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
            [
              database(serviceName(name)),
              state ? migration(dialects[state.dialect], state.version) : silent,
            ] as const,
        ),
      ]}
    />
  );
}
