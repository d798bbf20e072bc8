import type { StateAnswer } from '../../../contract/state.ts';
import { problemsOf } from '../../lib/state/problems.ts';
import { stateTexts as texts } from '../../lib/state/state-texts.ts';

/** What is wrong, in words, with what to do; read out when it changes. */
export function Problems({ answer }: { readonly answer: StateAnswer }) {
  const problems = problemsOf(answer);
  return (
    <section className="state-problems" aria-label={texts.problems} aria-live="polite">
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
