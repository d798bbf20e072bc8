import type { ReactNode } from 'react';
import type { RunAnswer } from '../../../contract/import-runs.ts';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { isOfFile, runs as texts } from '../../lib/import-runs/history-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';
import { durationOf, whoBegan } from './RunItem.tsx';
import { RunState } from './RunState.tsx';

interface Props {
  readonly run: RunAnswer;
}

/** What is known of a run beside its counts. */
export function RunFacts({ run }: Props) {
  const { facts } = texts;
  const linkTo = (id: number | null) => id && <a href={paths.importRun(id)}>{texts.runNumber(id)}</a>;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [facts.outcome, <RunState key="outcome" run={run} />],
    [facts.file, isOfFile(run.kind) && fileText(run)],
    [facts.provider, run.provider?.title],
    [facts.brand, run.brand?.title],
    [facts.preset, run.preset?.name],
    [facts.started, formatMoment(new Date(run.startedAt), site.timeZone)],
    [facts.duration, durationOf(run)],
    [facts.who, whoBegan(run)],
    [facts.source, texts.sourceOf(run.source)],
    [facts.undoes, linkTo(run.undoes)],
    [facts.undoneBy, linkTo(run.undoneBy)],
  ];
  return (
    <dl className="facts run-facts">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const fileText = ({ fileName, fileBytes, isFileKept }: RunAnswer): string =>
  [fileName, fileBytes !== null && formatBytes(fileBytes), !isFileKept && texts.fileGone]
    .filter(Boolean)
    .join(', ');
