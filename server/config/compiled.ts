import { join } from 'node:path';

/** Where the modules of the product lie compiled (decision 83). Made by a start that has succeeded; without it nothing is kept. */
export const compiledFolder = (dataFolder: string): string => join(dataFolder, 'compiled');
