import { PRESET_CHANGE_FORM, PRESET_FORM } from '../../../contract/forms/price-lists.ts';
import type { Preset } from '../../../contract/import-runs.ts';
import { checked } from '../http/unsendable.ts';
import { bridge } from '../session/guarded.ts';

/** What a preset is made of, before it has an id. */
export type NewPreset = Pick<Preset, 'providerId' | 'name' | 'fields' | 'headers'>;

/** The calls of the presets of providers. All throw what ky throws, or SessionEnded. */
export const presetCalls = {
  list: (providerId: number): Promise<Preset[]> =>
    bridge.get('import/presets', { searchParams: { providerId } }).json<Preset[]>(),
  create: async (made: NewPreset): Promise<Preset> =>
    bridge.post('import/presets', { json: checked(PRESET_FORM, made) }).json<Preset>(),
  rename: async (id: number, name: string): Promise<Preset> =>
    bridge.patch(`import/presets/${id}`, { json: checked(PRESET_CHANGE_FORM, { name }) }).json<Preset>(),
  /** Puts other fields and another header in place of those of a preset. */
  replace: async (id: number, { fields, headers }: Pick<Preset, 'fields' | 'headers'>): Promise<Preset> =>
    bridge
      .patch(`import/presets/${id}`, { json: checked(PRESET_CHANGE_FORM, { fields, headers }) })
      .json<Preset>(),
  async remove(id: number): Promise<void> {
    await bridge.delete(`import/presets/${id}`);
  },
};
export type PresetCalls = typeof presetCalls;
