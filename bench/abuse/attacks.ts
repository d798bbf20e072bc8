import type { Attack } from './attack.ts';
import { flood } from './flood.ts';
import { growth } from './growth.ts';
import { jsonKeys } from './json-keys.ts';
import { packages } from './packages.ts';
import { pictures } from './pictures.ts';
import { signins } from './signins.ts';
import { slowBodies } from './slow-bodies.ts';
import { texts } from './texts.ts';

/** In the order in which they are carried out. */
export const ATTACKS: readonly Attack[] = [slowBodies, flood, jsonKeys, pictures, packages, signins, texts, growth];
