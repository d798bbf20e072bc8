import { useEffect, useState } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { ImportSource } from '../../../contract/import-sources.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { now } from '../../lib/browser/now.ts';
import { sources as texts } from '../../lib/import-sources/source-texts.ts';
import { nextLook } from '../../lib/import-sources/source-times.ts';
import type { Owners } from '../../lib/price-lists/owners.ts';
import { presetCalls } from '../../lib/price-lists/preset-calls.ts';
import { site } from '../../lib/site/site.ts';

interface Props {
  readonly source: ImportSource;
  readonly owners: Owners;
}

const titleOf = (rows: readonly ReferenceRow[], id: number): string =>
  rows.find((row) => row.id === id)?.title ?? '';

const moment = (at: Date): string => formatMoment(at, site.timeZone);
const momentOf = (at: string | null): string => (at === null ? texts.never : moment(new Date(at)));

/** Whose price list a source brings, where it looks, and when it did and will. */
export function SourceFacts({ source, owners }: Props) {
  const { providerId, brandId, checkedAt, arrivedAt, ignored } = source;
  const preset = usePresetName(source);
  const owner = [titleOf(owners.providers, providerId), titleOf(owners.brands, brandId)]
    .filter((title) => title !== '')
    .join(', ');
  const next = nextLook(source, now());
  const looks = [
    [texts.checked, momentOf(checkedAt)],
    [texts.arrived, momentOf(arrivedAt)],
    [texts.next, next === null ? texts.notPlanned : next === 'soon' ? texts.soon : moment(next)],
  ] as const;
  return (
    <>
      <p className="source-place">{texts.placeText(source)}</p>
      <p className="muted small">{[owner, preset].filter((text) => text !== '').join(' · ')}</p>
      <dl className="source-looks small">
        {looks.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ignored > 0 && <p className="muted small">{texts.ignored(ignored)}</p>}
    </>
  );
}

/** How the lists of a source are read; '' until the name of its preset is known. */
function usePresetName({ providerId, presetId }: ImportSource): string {
  const [name, setName] = useState('');
  useEffect(() => {
    if (presetId === null) return;
    let isHere = true;
    presetCalls.list(providerId).then(
      (presets) => {
        const preset = presets.find(({ id }) => id === presetId);
        if (isHere && preset) setName(texts.preset(preset.name));
      },
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [providerId, presetId]);
  return presetId === null ? texts.guessed : name;
}
