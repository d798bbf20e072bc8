/** What the demonstration pictures show. */
export const PICTURE_KINDS = [
  'air-filter',
  'battery',
  'bearing',
  'belt',
  'bolts',
  'brake-chamber',
  'brake-disc',
  'brake-drum',
  'brake-pads',
  'brake-shoe',
  'bushing',
  'cardan',
  'clutch',
  'cylinder-head',
  'element-filter',
  'gasket',
  'gear',
  'generator',
  'headlamp',
  'hose',
  'hydraulic-cylinder',
  'injector',
  'leaf-spring',
  'liner',
  'mirror',
  'piston',
  'pump',
  'radiator',
  'rod',
  'seal',
  'sensor',
  'shaft',
  'shock',
  'spark-plug',
  'spin-filter',
  'spring',
  'starter',
  'tail-lamp',
  'tooth',
  'track-link',
  'track-roller',
  'turbo',
  'tyre',
  'valve',
] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Colour variants of every picture. */
export const PICTURE_VARIANTS = 2;

/** File name of one picture, as a position's `photo` holds it. */
export const pictureName = (kind: PictureKind, variant: number): string => `demo-${kind}-${variant}.webp`;
