import { formatMoment } from '../../../rules/format/day.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access, matrixErrors } from '../../lib/access/access-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { accessStore } from './access-store.ts';

interface Props {
  readonly state: AccessState;
  /** Takes the server's state of a role. */
  readonly onRevert: (role: number) => void;
}

/** What came of the last save, in words; where somebody else was faster, with the ways on. */
export function SaveOutcome({ state, onRevert }: Props) {
  const { outcome, gone } = state;
  const lost = gone.length > 0 && <p>{access.gone(gone)}</p>;
  if (outcome === null) return lost;
  if (outcome.kind === 'saved') {
    return (
      <>
        <p>{access.saved}</p>
        {lost}
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{access.failed}</strong>
      </p>
      {outcome.kind === 'failed' && (
        <p>
          {failureText(outcome.failure, matrixErrors)} {access.failedWhy}
        </p>
      )}
      {outcome.kind === 'refused' && <p>{access.listsChanged}</p>}
      {outcome.kind === 'clash' && <Clash state={state} facts={outcome.facts} onRevert={onRevert} />}
      {lost}
    </>
  );
}

/** Who saved which roles meanwhile; each can be loaded anew or saved over. */
function Clash({ state, facts, onRevert }: Props & { facts: Failure['facts'] }) {
  const clashing = state.roles.filter(({ id }) => state.clashing.has(id));
  if (clashing.length === 0) return null;
  return (
    <>
      <p>
        {access.clash(
          editorName(facts.who),
          momentText(facts.when),
          clashing.map(({ title }) => title),
        )}
      </p>
      <div className="buttons">
        {clashing.map(({ id, title }) => (
          <Button key={id} onClick={() => onRevert(id)}>
            {access.reloadRole(title)}
          </Button>
        ))}
        <Button onClick={() => void accessStore.save()}>{access.overwrite}</Button>
        <Button kind="main" onClick={accessStore.combine}>
          {access.combine}
        </Button>
      </div>
    </>
  );
}

function editorName(who: unknown): string {
  const { name, email } = (who ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name === 'string' && name !== '') return name;
  return typeof email === 'string' && email !== '' ? email : access.somebody;
}

function momentText(when: unknown): string {
  const moment = new Date(typeof when === 'string' ? when : Number.NaN);
  return Number.isNaN(moment.getTime()) ? access.lately : formatMoment(moment, site.timeZone);
}
