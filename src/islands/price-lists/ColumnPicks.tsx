import type { SheetGuess } from '../../../contract/price-list-guess.ts';
import { meaningsOf, withMeaning } from '../../lib/price-lists/column-meanings.ts';
import { columnInFile } from '../../lib/price-lists/preview.ts';
import { preview as texts } from '../../lib/price-lists/preview-texts.ts';
import type { UploadSettings } from '../../lib/price-lists/upload-settings.ts';

interface Props {
  readonly guess: SheetGuess;
  readonly settings: UploadSettings;
  readonly onChange: (change: Pick<UploadSettings, 'columns'>) => void;
}

/** Which of several columns of prices is meant, and which of several columns of stock add up. */
export function ColumnPicks({ guess, settings, onChange }: Props) {
  const { columns } = settings;
  const isAmount = (number: number) => meaningsOf(columns, number).includes('amount');
  return (
    <div className="column-picks">
      {guess.prices.length > 1 && (
        <Picks
          legend={texts.prices}
          type="radio"
          guess={guess}
          numbers={guess.prices}
          isPicked={(number) => meaningsOf(columns, number).includes('price')}
          onPick={(number) => onChange({ columns: withMeaning(columns, number, 'price') })}
        />
      )}
      {guess.stocks.length > 1 && (
        <Picks
          legend={texts.stocks}
          type="checkbox"
          guess={guess}
          numbers={guess.stocks}
          isPicked={isAmount}
          onPick={(number) =>
            onChange({ columns: withMeaning(columns, number, isAmount(number) ? '' : 'more-amount') })
          }
        />
      )}
    </div>
  );
}

interface PicksProps {
  readonly legend: string;
  readonly type: 'radio' | 'checkbox';
  readonly guess: SheetGuess;
  readonly numbers: readonly number[];
  readonly isPicked: (number: number) => boolean;
  readonly onPick: (number: number) => void;
}

function Picks({ legend, type, guess, numbers, isPicked, onPick }: PicksProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {[...numbers]
        .sort((one, other) => one - other)
        .map((number) => {
          const { letters, name, example } = columnInFile(guess, number);
          return (
            <label key={number}>
              <input
                type={type}
                name={type === 'radio' ? 'price-column' : undefined}
                checked={isPicked(number)}
                onChange={() => onPick(number)}
              />
              <span>
                {texts.columnName(letters, name)}
                {example !== '' && <small className="muted"> {texts.example(example)}</small>}
              </span>
            </label>
          );
        })}
    </fieldset>
  );
}
