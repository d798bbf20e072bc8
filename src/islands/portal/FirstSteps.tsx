// The list of first steps of a new shop for administrators, on the home of the portal; it disappears once all are done.
import { useStore } from '@nanostores/react';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { accountCalls } from '../../lib/accounts/account-calls.ts';
import { $chosenTexts } from '../../lib/platform/portal-words.ts';
import { site } from '../../lib/platform/site.ts';
import { createFirstSteps, STEP_LINKS } from '../../lib/portal/first-steps.ts';
import { firstSteps as texts } from '../../lib/portal/first-steps-texts.ts';
import { runCalls } from '../../lib/price-lists/runs/run-calls.ts';
import { Button } from '../ui/controls.tsx';

const store = createFirstSteps(
  {
    prices: async () => (await runCalls.list(null)).runs.length > 0,
    colleague: async () => (await accountCalls.list('', null, 2)).length > 1,
  },
  () => ({
    company: site.stated.name && site.stated.phone && site.stated.email && site.stated.address,
    logo: site.logo !== null,
    mail: site.stated.mail,
    texts: site.stated.portalTexts || $chosenTexts.get() !== '',
  }),
);

export default function FirstSteps() {
  const steps = useStore(store.$steps);
  useEffect(() => void store.load(), []);
  if (!steps) return null;
  return (
    <section className="panel first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{texts.heading}</h2>
      <p className="muted small">
        {texts.lead} {texts.progress(steps.filter(({ done }) => done).length, steps.length)}
      </p>
      <ul>
        {steps.map(({ step, done }) => {
          const { label, hint, link } = texts.steps[step];
          const Icon = done ? CircleCheck : Circle;
          return (
            <li key={step} className={done ? 'done' : undefined}>
              <Icon size={20} aria-hidden="true" />
              <div>
                <strong>{label}</strong>
                {done ? <span className="muted"> — {texts.done}</span> : <p className="small">{hint}</p>}
              </div>
              {!done && <a href={STEP_LINKS[step]}>{link}</a>}
            </li>
          );
        })}
      </ul>
      <Button kind="quiet" onClick={store.putAway}>
        {texts.hide}
      </Button>
    </section>
  );
}
