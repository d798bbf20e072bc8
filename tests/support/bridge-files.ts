import { join } from 'node:path';
import type { TestBridge } from './bridge.ts';

/** The file that this service answers searches from. */
export function shownFile({ bridge, filesFolder }: TestBridge): string {
  const { location } = bridge.context.database;
  return location.dialect === 'sqlite' ? location.file : join(filesFolder, 'copies', '1', 'copy-1.db');
}
