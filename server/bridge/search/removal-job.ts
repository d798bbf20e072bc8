import type { Job } from '../../database/types.ts';
import { removePositions } from './upkeep.ts';

/** Removes all positions of a brand or a provider. */
const removal: Job<{ readonly brandId: number } | { readonly providerId: number }, number> = removePositions;

export default removal;
