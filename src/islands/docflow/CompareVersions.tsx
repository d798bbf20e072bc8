import { useState } from 'react';
import { stateText, type Versions } from '../../lib/docflow/document-history.ts';
import { documentHistory as texts } from '../../lib/docflow/document-texts.ts';
import { Difference } from '../ui/Difference.tsx';
import { Field } from '../ui/Field.tsx';

/** Any two versions of a document in one text. */
export function CompareVersions({ versions }: { readonly versions: Versions }) {
  const numbers = [...versions.keys()].sort((one, other) => other - one);
  const [from, setFrom] = useState(numbers[1]);
  const [to, setTo] = useState(numbers[0]);
  const before = versions.get(from ?? 0);
  const after = versions.get(to ?? 0);
  const select = (label: string, value: number | undefined, onChange: (version: number) => void) => (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(Number(target.value))}>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {texts.version(number)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <details className="doc-versions">
      <summary>{texts.versions}</summary>
      <div className="compare-choice">
        {select(texts.from, from, setFrom)}
        {select(texts.to, to, setTo)}
      </div>
      {before && after && (
        <Difference
          label={texts.difference}
          before={stateText(before, texts.filesOf)}
          after={stateText(after, texts.filesOf)}
        />
      )}
    </details>
  );
}
