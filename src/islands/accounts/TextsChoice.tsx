import { useStore } from '@nanostores/react';
import { $chosenTexts, $portalTexts, portalTextsChoice as texts } from '../../lib/portal/portal-words.ts';
import type { PortalTexts } from '../../lib/portal/words-table.ts';

const CHOICES: readonly PortalTexts[] = ['ru', 'spec'];

/** Chooses between the words of the specification and Russian ones; kept on this device, for all its tabs. */
export function TextsChoice() {
  const shown = useStore($portalTexts);
  return (
    <details className="panel cabinet-part" open>
      <summary>{texts.heading}</summary>
      <p className="muted small">{texts.lead}</p>
      <fieldset className="texts-choice">
        <legend className="visually-hidden">{texts.label}</legend>
        {CHOICES.map((choice) => (
          <label key={choice} className="check">
            <input
              type="radio"
              name="portalTexts"
              checked={shown === choice}
              onChange={() => $chosenTexts.set(choice)}
            />
            <span>{texts[choice]}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
