import { startServer } from './server.ts';

// A program of its own: the whole product with the demonstration over a folder, until SIGTERM.
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [dataFolder = '', databaseUrl = ''] = process.argv.slice(2);
const server = await startServer({
  dataFolder,
  environment: { DEMO: 'on', DATABASE_URL: databaseUrl, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' },
  say,
});
say(`Open ${server.origin}`);
process.once('SIGTERM', () => void server.close());
