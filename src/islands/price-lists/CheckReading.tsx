import { check as texts } from '../../lib/price-lists/check-texts.ts';
import type { RuleInWords } from '../../lib/price-lists/rule-words.ts';

/** By what a file was read, in words: a mark-up of another supplier must be seen before it is applied. */
export function CheckReading({ rules }: { readonly rules: readonly RuleInWords[] }) {
  if (rules.length === 0) return null;
  return (
    <section className="check-reading">
      <h2>{texts.reading}</h2>
      <dl>
        {rules.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
