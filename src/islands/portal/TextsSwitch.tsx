import { useStore } from '@nanostores/react';
import { $portalTexts, type PortalTexts, portalTextsSwitch } from '../../lib/portal/portal-words.ts';

const CHOICES: readonly PortalTexts[] = ['ru', 'spec'];

/** Chooses between the words of the specification and Russian ones; kept on this device. */
export function TextsSwitch() {
  const texts = useStore($portalTexts);
  return (
    <fieldset className="texts-switch">
      <legend className="visually-hidden">{portalTextsSwitch.label}</legend>
      {CHOICES.map((choice) => (
        <label key={choice} title={portalTextsSwitch[choice].long}>
          <input
            type="radio"
            name="portalTexts"
            className="visually-hidden"
            checked={texts === choice}
            onChange={() => $portalTexts.set(choice)}
          />
          <span>{portalTextsSwitch[choice].short}</span>
        </label>
      ))}
    </fieldset>
  );
}
