import { atom } from 'nanostores';
import type { Preset } from '../../../contract/import-runs.ts';
import { createLatest } from '../browser/latest.ts';
import { attempt, type Failure, failureOf } from '../http/failure.ts';
import type { NewPreset, PresetCalls } from './preset-calls.ts';

interface PresetsState {
  /** Whose presets these are; null: nobody's. */
  readonly providerId: number | null;
  /** By name. */
  readonly presets: readonly Preset[];
  readonly failure: Failure | null;
}

const NOBODYS: PresetsState = { providerId: null, presets: [], failure: null };

const byName = (presets: readonly Preset[]): Preset[] =>
  [...presets].sort((one, other) => one.name.localeCompare(other.name, 'ru'));

/** The presets of the chosen provider. They change only after the service agreed; a refused change gives its reason. */
export function createPresets(calls: PresetCalls) {
  const $presets = atom<PresetsState>(NOBODYS);
  const latest = createLatest();

  function put(preset: Preset): void {
    const state = $presets.get();
    if (state.providerId !== preset.providerId) return;
    const others = state.presets.filter(({ id }) => id !== preset.id);
    $presets.set({ ...state, presets: byName([...others, preset]) });
  }

  return {
    $presets,
    /** Loads the presets of a provider; the answer holds them, null when another provider was asked for meanwhile. */
    async load(providerId: number | null): Promise<readonly Preset[] | null> {
      if (providerId === null) {
        latest.stop();
        $presets.set(NOBODYS);
        return [];
      }
      if ($presets.get().providerId !== providerId) $presets.set({ ...NOBODYS, providerId });
      try {
        const answer = await latest.run(() => calls.list(providerId));
        if (answer) $presets.set({ providerId, presets: byName(answer.value), failure: null });
        return answer?.value ?? null;
      } catch (error) {
        $presets.set({ providerId, presets: [], failure: failureOf(error) });
        return null;
      }
    },
    /** Saves a form under a name; that of another preset of the provider takes its place. */
    save: (made: NewPreset, onSaved: (preset: Preset) => void): Promise<Failure | null> =>
      attempt(async () => {
        const { presets } = $presets.get();
        const same = presets.find(({ name }) => name === made.name);
        const saved = await (same ? calls.replace(same.id, made) : calls.create(made));
        put(saved);
        onSaved(saved);
      }),
    rename: (id: number, name: string): Promise<Failure | null> =>
      attempt(async () => put(await calls.rename(id, name))),
    remove: (id: number): Promise<Failure | null> =>
      attempt(async () => {
        await calls.remove(id);
        const state = $presets.get();
        $presets.set({ ...state, presets: state.presets.filter((preset) => preset.id !== id) });
      }),
  };
}
