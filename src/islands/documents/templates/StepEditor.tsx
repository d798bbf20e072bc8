import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { STEP_MODES } from '../../../../contract/documents/words.ts';
import { ROUTE_DAYS_MAX, TITLE_MAX } from '../../../../contract/limits.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import { daysOf, type EditedStep, type Named, namesNobody } from '../../../lib/documents/template-calls.ts';
import { templates as texts } from '../../../lib/documents/template-texts.ts';
import { Field } from '../../ui/controls.tsx';
import { type Naming, PeopleField } from './PeopleField.tsx';

interface Props {
  readonly step: EditedStep;
  readonly number: number;
  readonly count: number;
  readonly naming: Naming;
  readonly onChange: (step: EditedStep) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Days of overdue after which the next in charge may decide, until something else is typed. */
const NEXT_DAYS = 1;

/** One step of a template: who signs, how many of them, until when, and who is next in charge. */
export function StepEditor({ step, number, count, naming, onChange, onMove, onRemove }: Props) {
  const name = routeTexts.step(number, step.title);
  const set = (change: Partial<EditedStep>) => onChange({ ...step, ...change });

  function move(event: MouseEvent<HTMLButtonElement>, by: 1 | -1) {
    const button = event.currentTarget;
    onMove(by);
    // A row that is put elsewhere loses the focus.
    requestAnimationFrame(() => button.focus());
  }
  const next: Named = step.next ?? { people: [], roles: [] };
  return (
    <li className="template-step flush stack gap-12 panel">
      <div className="template-step-head line middle apart gap-8">
        <h3>{name}</h3>
        <span className="signatory-buttons gap-4 line">
          <button
            type="button"
            className="icon-button"
            aria-label={texts.up(name)}
            aria-disabled={number === 1}
            onClick={(event) => number > 1 && move(event, -1)}
          >
            <ArrowUp size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.down(name)}
            aria-disabled={number === count}
            onClick={(event) => number < count && move(event, 1)}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </button>
          <button type="button" className="icon-button" aria-label={texts.removeStep(name)} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </button>
        </span>
      </div>
      <Field label={texts.stepTitle}>
        {(control) => (
          <input
            {...control}
            type="text"
            maxLength={TITLE_MAX}
            value={step.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <PeopleField
        naming={naming}
        kind="acceptor"
        legend={texts.who}
        empty={texts.whoEmpty}
        value={step}
        onChange={({ people, roles }) => set({ people, roles })}
      />
      <div className="template-pair top stack gap-16">
        <Field label={texts.mode}>
          {(control) => (
            <select
              {...control}
              value={step.mode}
              onChange={(event) => set({ mode: event.target.value === 'any' ? 'any' : 'all' })}
            >
              {STEP_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {texts.modes[mode]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.days} hint={texts.daysHint}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              max={ROUTE_DAYS_MAX}
              value={step.days ?? ''}
              onChange={(event) => set({ days: daysOf(event.target.value) })}
            />
          )}
        </Field>
      </div>
      <PeopleField
        naming={naming}
        kind="acceptor"
        legend={texts.next}
        empty={texts.nextEmpty}
        value={next}
        onChange={({ people, roles }) =>
          set({
            next: namesNobody({ people, roles }) ? null : { people, roles, days: step.next?.days ?? NEXT_DAYS },
          })
        }
      />
      {step.next && (
        <Field label={texts.nextDays}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={0}
              max={ROUTE_DAYS_MAX}
              value={step.next?.days ?? NEXT_DAYS}
              onChange={(event) => set({ next: { ...next, days: daysOf(event.target.value) ?? 0 } })}
            />
          )}
        </Field>
      )}
    </li>
  );
}
