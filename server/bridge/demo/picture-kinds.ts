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

/** One drawing in one colour variant, from 1. */
export interface PictureChoice {
  readonly kind: PictureKind;
  readonly variant: number;
}
