import type { StateAnswer } from '../../../contract/state.ts';
import { paths } from '../../lib/paths/paths.ts';
import { stateTexts } from '../../lib/state/state-texts.ts';
import { momentText } from '../../lib/state/state-words.ts';
import { Part } from './Part.tsx';

const texts = stateTexts.imports;

/** The queue of import runs, and how the last ones ended. */
export function ImportsPart({ imports }: { readonly imports: NonNullable<StateAnswer['imports']> }) {
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
        <ul className="state-runs" aria-label={texts.last}>
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
