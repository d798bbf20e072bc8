/** Where price lists come from by themselves. */
export const SOURCE_KINDS = ['folder', 'address', 'mail'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
