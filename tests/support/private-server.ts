import { writeForOwnerOnly } from '../../server/platform/files/folder-access.ts';
import { startServer } from './server.ts';

// A program of its own: the product over a folder as server/main.ts starts it, but for the building of the pages.
writeForOwnerOnly();
const [dataFolder = ''] = process.argv.slice(2);
const server = await startServer({ dataFolder });
process.stdout.write(`Open ${server.origin}\n`);
process.once('SIGTERM', () => void server.close());
