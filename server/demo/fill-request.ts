import type { DatabaseLocation } from '../database/types.ts';
import type { FilesLocation } from '../files/stores.ts';

/** Where a service keeps its things. */
export interface ServicePlace {
  readonly location: DatabaseLocation;
  /** Of this machine. */
  readonly filesFolder: string;
  readonly files: FilesLocation;
}

/** What a process that fills is to fill, as JSON on its standard input. */
export interface FillRequest {
  /** Null: not the catalogue. */
  readonly bridge: ServicePlace | null;
  /** Null: not the slides. */
  readonly mnote: ServicePlace | null;
  readonly timeZone: string;
  /** Now, milliseconds since the epoch. */
  readonly moment: number;
}

/** What it filled, or what was in the way: the last line of its standard output. */
export type FillAnswer =
  | { readonly catalogue: boolean; readonly slides: boolean }
  | { readonly message: string; readonly facts: Readonly<Record<string, unknown>> };
