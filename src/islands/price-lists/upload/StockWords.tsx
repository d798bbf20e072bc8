// The words that a checked price list has in its stock columns, with their rows: an administrator says what they mean
// for this supplier before the list is applied.
import type { ReactNode } from 'react';
import type { ReadStockWord } from '../../../../contract/catalogue/runs.ts';
import { formatNumber } from '../../../../rules/format/texts.ts';
import { STOCK_MEANINGS, stockWordTexts as texts } from '../../../lib/price-lists/upload/rule-texts.ts';
import { stockMeaning, withStockMeaning } from '../../../lib/price-lists/upload/typed-rules.ts';
import { Options } from '../form-parts.tsx';

interface StockWordsProps {
  readonly words: readonly ReadStockWord[];
  /** What the form says of words so far. */
  readonly meanings: string;
  readonly onChange: (meanings: string) => void;
  /** Keeps the meanings; nothing where they are kept. */
  readonly children: ReactNode;
}

export function StockWords({ words, meanings, onChange, children }: StockWordsProps) {
  if (words.length === 0) return null;
  const { table } = texts;
  return (
    <section className="reports">
      <h2>{texts.heading}</h2>
      <p className="muted">{texts.lead}</p>
      <table className="cards labelled">
        <thead>
          <tr>
            <th scope="col">{table.word}</th>
            <th scope="col" className="number">
              {table.rows}
            </th>
            <th scope="col" className="number">
              {table.amount}
            </th>
            <th scope="col">{table.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ word, rows, amount, isKnown }) => (
            <tr key={word}>
              <td data-label={table.word} className="breaks">
                {word} {!isKnown && <span className="tag warn">{texts.unknown}</span>}
              </td>
              <td data-label={table.rows} className="number">
                {formatNumber(rows)}
              </td>
              <td data-label={table.amount} className="number">
                {formatNumber(amount)}
              </td>
              <td data-label={table.meaning}>
                <Meaning
                  word={word}
                  meaning={stockMeaning(meanings, word)}
                  onChange={(meaning) => onChange(withStockMeaning(meanings, word, meaning))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children && <div className="buttons">{children}</div>}
    </section>
  );
}

const PIECES = 'pieces';
const CHOICES: readonly (readonly [string, string])[] = [
  ['', texts.asRead],
  ...STOCK_MEANINGS.map((meaning) => [meaning, meaning] as const),
  [PIECES, texts.pieces],
];

interface MeaningProps {
  readonly word: string;
  /** As the form writes it; '' for what the shop makes of the word by itself. */
  readonly meaning: string;
  readonly onChange: (meaning: string) => void;
}

function Meaning({ word, meaning, onChange }: MeaningProps) {
  const isPieces = /^\d+$/u.test(meaning);
  return (
    <span className="row gap-4">
      <select
        aria-label={texts.meaningOf(word)}
        value={isPieces ? PIECES : meaning}
        onChange={({ target }) => onChange(target.value === PIECES ? '1' : target.value)}>
        <Options of={CHOICES} />
      </select>
      {isPieces && (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          size={6}
          aria-label={texts.piecesOf(word)}
          value={meaning}
          onChange={({ target }) => onChange(target.value.replace(/\D/gu, '').slice(0, 9) || '0')}
        />
      )}
    </span>
  );
}
