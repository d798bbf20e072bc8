import type { ImportSource } from '../../../../contract/import-sources.ts';
import { iso } from '../../../text/iso.ts';
import { isClaimed, isQuiet, type Source } from './source.ts';

const moment = (at: number | null): string | null => (at === null ? null : iso(at));

/** A source as administrators see it: never with its secret. */
export const sourceAnswer = (source: Source, now: number): ImportSource => ({
  id: source.id,
  kind: source.kind,
  title: source.title,
  providerId: source.providerId,
  brandId: source.brandId,
  presetId: source.presetId,
  settings: source.settings,
  hasSecret: source.secret !== null,
  limits: source.limits,
  everyMinutes: source.everyMinutes,
  quietDays: source.quietDays,
  isEnabled: source.isEnabled,
  isChecking: isClaimed(source, now),
  isQuiet: isQuiet(source, now),
  checkedAt: moment(source.checkedAt),
  problem: source.problem,
  arrivedAt: moment(source.arrivedAt),
  ignored: source.ignored,
});
