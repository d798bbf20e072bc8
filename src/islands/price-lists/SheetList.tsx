import { useId } from 'react';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { preview as texts } from '../../lib/price-lists/preview-texts.ts';
import type { SheetLayout } from '../../lib/price-lists/sheet-layouts.ts';
import { isWrong, sheetsOf, withShown } from '../../lib/price-lists/upload-settings.ts';
import { Button } from '../ui/Button.tsx';
import type { FormPart } from './TextField.tsx';

interface Props extends FormPart {
  readonly guess: GuessAnswer;
}

/** The sheets of a file: which of them are read, and which one is shown below with its columns. */
export function SheetList({ guess, settings, errors, onChange }: Props) {
  const hint = useId();
  const sheets = sheetsOf(settings);
  const use = (name: string, isUsed: boolean) =>
    onChange({ sheets: sheets.map((one) => (one.sheet === name ? { ...one, isUsed } : one)) });
  return (
    <fieldset className="sheet-list" aria-describedby={hint}>
      <legend>{texts.sheets}</legend>
      <p id={hint} className="muted small">
        {texts.sheetsHint}
      </p>
      <ul>
        {sheets.map((sheet) => (
          <SheetItem
            key={sheet.sheet}
            sheet={sheet}
            facts={texts.sheetFacts(guess.sheets.find(({ name }) => name === sheet.sheet))}
            isShown={sheet.sheet === settings.sheet}
            error={errors.sheets === 'sheet' && isWrong(sheet) ? texts.wrongSheet : ''}
            onUse={(isUsed) => use(sheet.sheet, isUsed)}
            onShow={() => onChange(withShown(settings, sheet.sheet))}
          />
        ))}
      </ul>
      {errors.sheets === 'empty' && (
        <span className="field-error" role="alert">
          {texts.noSheets}
        </span>
      )}
    </fieldset>
  );
}

interface ItemProps {
  readonly sheet: SheetLayout;
  readonly facts: string;
  readonly isShown: boolean;
  readonly error: string;
  readonly onUse: (isUsed: boolean) => void;
  readonly onShow: () => void;
}

function SheetItem({ sheet: { sheet, isUsed }, facts, isShown, error, onUse, onShow }: ItemProps) {
  const id = useId();
  return (
    <li className={isShown ? 'shown' : undefined}>
      <label>
        <input
          type="checkbox"
          checked={isUsed}
          aria-label={texts.useSheet(sheet)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onUse(target.checked)}
        />
        <span>
          <strong>{sheet}</strong> <small className="muted">{facts}</small>
        </span>
      </label>
      {isShown ? (
        <span className="muted small">{texts.shownSheet}</span>
      ) : (
        <Button kind="quiet" onClick={onShow} aria-label={texts.showSheetOf(sheet)}>
          {texts.showSheet}
        </Button>
      )}
      {error && (
        <span id={id} className="field-error" role="alert">
          {error}
        </span>
      )}
    </li>
  );
}
