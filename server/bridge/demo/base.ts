import type { PictureKind } from './picture-kinds.ts';

/** A part as its maker names it, before providers write it in their own ways. */
export interface BasePart {
  readonly brand: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  /** Roubles. */
  readonly price: number;
  /** Kilograms. */
  readonly weight: number;
  /** Length, width, height in millimetres. */
  readonly size: readonly [number, number, number];
  readonly picture: PictureKind | null;
  /** Colour variant of the picture, from 1. */
  readonly variant: number;
}
