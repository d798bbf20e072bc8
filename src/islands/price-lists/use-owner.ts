import { useState } from 'react';
import { rulesOf, sameRules, withoutRules, withRules } from '../../lib/price-lists/price-rules.ts';
import { ruleWords } from '../../lib/price-lists/rule-words.ts';
import type { UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import type { PresetChoice, UpdateSettings } from './use-presets.ts';

/** Whose list it is. Rules that were typed for somebody else's list do not go along; they can be taken back. */
export function useOwner(settings: UploadSettings, preset: PresetChoice, update: UpdateSettings) {
  const [left, setLeft] = useState<UploadSettings | null>(null);

  function leaveRules(next: UploadSettings) {
    const fresh = withoutRules(next);
    setLeft(sameRules(settings, fresh) ? null : settings);
    update(() => fresh);
  }

  return {
    chooseProvider(providerId: string) {
      if (settings.providerId === '') return update((typed) => ({ ...typed, providerId }));
      preset.startWith(providerId);
      leaveRules({ ...settings, providerId });
    },
    /** The rules of a preset hold for every brand of its provider. */
    chooseBrand(brandId: string) {
      if (settings.brandId === '' || preset.chosen) return update((typed) => ({ ...typed, brandId }));
      leaveRules({ ...settings, brandId });
    },
    /** The rules that were left behind, in words; empty while there are none. */
    left: left === null ? [] : ruleWords(left),
    takeBack() {
      if (left) update((typed) => withRules(typed, rulesOf(left)));
      setLeft(null);
    },
  };
}
export type OwnerChoice = ReturnType<typeof useOwner>;
