// Fixed values of runs of photos that server and browser share, apart from those that the pages of buyers load.

/** The field of a form with photos of many positions. */
export const PHOTOS_FIELD = 'photos';

/**
 * States of a run of photos. `reading`: files are still being looked at; `interrupted`: the server stopped meanwhile, so the run has to be tried
 * again; `tried`: nothing has changed yet; `expired`: tried too long ago.
 */
export const PHOTO_RUN_STATES = ['reading', 'interrupted', 'tried', 'expired', 'applied', 'undone'] as const;
export type PhotoRunState = (typeof PHOTO_RUN_STATES)[number];

/** What became of a file of a run of photos. `spare`: another file of the run is the photo of its part. */
export const PHOTO_OUTCOMES = ['matched', 'spare', 'ambiguous', 'unknown', 'refused'] as const;
export type PhotoOutcome = (typeof PHOTO_OUTCOMES)[number];

/** Why a file of a run of photos is unknown or refused. */
export const PHOTO_REASONS = [
  'no article',
  'other words',
  'unclear number',
  'broken',
  'empty',
  'empty archive',
  'nested archive',
  'other archive',
  'hidden path',
  'no picture',
  'too large',
  'too many pixels',
] as const;
export type PhotoReason = (typeof PHOTO_REASONS)[number];
