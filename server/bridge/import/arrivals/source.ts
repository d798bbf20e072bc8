import type {
  AddressSettings,
  FolderSettings,
  MailSettings,
  SourceLimits,
} from '../../../../contract/import-sources.ts';
import type { SourceKind } from '../../../../contract/source-kinds.ts';

interface SourceOf<Kind extends SourceKind, Settings> {
  readonly kind: Kind;
  readonly settings: Settings;
}

/** What kind of source it is, and where to look. */
export type SourcePlace =
  | SourceOf<'folder', FolderSettings>
  | SourceOf<'address', AddressSettings>
  | SourceOf<'mail', MailSettings>;

/** What somebody decides about a source. */
export type SourceWish = SourcePlace & {
  readonly title: string;
  readonly providerId: number;
  readonly brandId: number;
  readonly presetId: number | null;
  readonly limits: SourceLimits;
  readonly everyMinutes: number;
  readonly quietDays: number;
  readonly isEnabled: boolean;
};

/** A source as it is kept. */
export type Source = SourceWish & {
  readonly id: number;
  /** Sealed; null without one. */
  readonly secret: string | null;
  /** How far it has been read, in the words of its kind. */
  readonly mark: string | null;
  readonly ignored: number;
  readonly claimedUntil: number;
  readonly checkedAt: number | null;
  readonly problem: string | null;
  readonly arrivedAt: number | null;
  readonly createdAt: number;
};

const DAY_MS = 86_400_000;

/** Whether a source has brought nothing for longer than it may. */
export function isQuiet({ isEnabled, quietDays, arrivedAt, createdAt }: Source, now: number): boolean {
  return isEnabled && quietDays > 0 && now - (arrivedAt ?? createdAt) > quietDays * DAY_MS;
}

/** How long a look at a source may take before another process may begin one, ms. */
export const CLAIM_MS = 3_600_000;

/** Whether somebody is at a source. A claim that ends later than any may was made before the clock was set back. */
export const isClaimed = ({ claimedUntil }: Pick<Source, 'claimedUntil'>, now: number): boolean =>
  claimedUntil > now && claimedUntil <= now + CLAIM_MS;

/** Whether it is time to look at a source. A look that is yet to come is of a clock that has been set back since. */
export const isDue = (source: Source, now: number): boolean => {
  const { isEnabled, checkedAt, everyMinutes } = source;
  const isTime = checkedAt === null || checkedAt > now || now - checkedAt >= everyMinutes * 60_000;
  return isEnabled && isTime && !isClaimed(source, now);
};

/** Why a source could not be looked at; the message is for a person, in Russian. */
export class SourceProblem extends Error {}
