import { infoCalls, type Send } from '../info-calls.ts';
import { engineTitle, type Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { prepareStaff } from '../staff.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const WHOLE = { roles: 20, directings: 20, tasks: 30, reads: 20, calls: 200, staff: 1_000 };
const SMALL: typeof WHOLE = { roles: 2, directings: 2, tasks: 3, reads: 2, calls: 5, staff: 20 };
type Size = typeof WHOLE;

type Name = 'role' | 'directing' | 'task' | 'action';

/** Saving, reading and asking for the largest matrix of rights, and the current user beside a thousand others. */
export const rights: Part = {
  name: 'rights',
  title: (scale) => `Access rights, ${engineTitle(scale)}`,
  async measure(bench) {
    const size = bench.small ? SMALL : WHOLE;
    const place = await bench.makePlace();
    await prepareStaff(place, size.staff);
    return measureRights(await bench.start(place), size);
  },
};

async function measureRights(server: BenchServer, size: Size): Promise<Figure[]> {
  const send = await infoCalls(server);
  const boxes = await boxNames(send, size);
  const json = JSON.stringify(nested(boxes.map(([name]) => name)));
  const form = new FormData();
  for (const [name, value] of boxes) form.append(name, value);
  const save = async (body: RequestInit) => {
    await send('/setting/access', jsonOf(JSON.stringify(cleared(boxes))));
    return send('/setting/access', { method: 'POST', ...body });
  };
  let asJson = await save(jsonOf(json));
  const watched = await server.watch(async () => {
    asJson = await save(jsonOf(json));
  });
  const urlencoded = await save({ body: new URLSearchParams(boxes) });
  let multipart = await save({ body: form });
  const watchedForm = await server.watch(async () => {
    multipart = await save({ body: form });
  });
  const firstRead = await send('/setting/access');
  const reads = await repeated(size.reads, () => send('/setting/access'));
  await bindCaller(send, boxes[0]?.[0] ?? '');
  const user = await repeated(size.calls, () => send('/user'));
  const matrix = await send('/setting/access/matrix');
  const count = whole(boxes.length);
  return [
    { name: `saving ${count} boxes as JSON`, figure: milliseconds(asJson.ms), goal: '≤ 1 000 ms' },
    { name: 'the same, longest stop of the main loop', figure: milliseconds(watched.loopDelayMs) },
    { name: `saving ${count} boxes urlencoded`, figure: milliseconds(urlencoded.ms), goal: '≤ 1 000 ms' },
    { name: `saving ${count} boxes as multipart`, figure: milliseconds(multipart.ms) },
    { name: 'the same, longest stop of the main loop', figure: milliseconds(watchedForm.loopDelayMs) },
    { name: 'reading them, first after a change', figure: milliseconds(firstRead.ms), goal: '≤ 200 ms' },
    { name: 'reading them again, p50', figure: milliseconds(quantilesOf(reads).p50), goal: '≤ 200 ms' },
    { name: 'the same, p99', figure: milliseconds(quantilesOf(reads).p99) },
    {
      name: `current user with ${whole(boxes.length / size.roles)} rights beside ${whole(size.staff)} others, p50`,
      figure: milliseconds(quantilesOf(user).p50),
      goal: '≤ 5 ms',
    },
    { name: 'the same, p99', figure: milliseconds(quantilesOf(user).p99) },
    { name: 'all roles as .xlsx', figure: milliseconds(matrix.ms) },
  ];
}

const jsonOf = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
});

/** Makes the lists; resolves to every box as a form has it. */
async function boxNames(send: Send, size: Size): Promise<[string, string][]> {
  const add = async (list: Name, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let n = 1; n <= count; n++) {
      const { text } = await send(`/${list}`, jsonOf(JSON.stringify({ title: `Строка ${list} ${n}` })));
      ids.push((JSON.parse(text) as { id: number }).id);
    }
    return ids;
  };
  const roles = await add('role', size.roles);
  const directings = await add('directing', size.directings);
  const tasks = await add('task', size.tasks);
  const { text } = await send('/action');
  const actions = (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
  return roles.flatMap((role) =>
    directings.flatMap((directing) =>
      tasks.flatMap((task) =>
        actions.map((action): [string, string] => [`id_${role}[id_${directing}][id_${task}][id_${action}]`, 'on']),
      ),
    ),
  );
}

type Level = { [name: string]: Level | string };

/** The names unfolded, as the page sends them. */
function nested(names: readonly string[]): Level {
  const root: Level = {};
  for (const name of names) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let level = root;
    for (const part of path) {
      const below = level[part] ?? {};
      level[part] = below;
      level = below as Level;
    }
    level[last] = 'on';
  }
  return root;
}

/** Every role of these boxes named with nothing. */
const cleared = (boxes: readonly [string, string][]) =>
  Object.fromEntries(boxes.map(([name]) => [name.slice(0, name.indexOf('[')), '']));

/** Gives the caller a profile and the role of this box. */
async function bindCaller(send: Send, name: string): Promise<void> {
  const { text } = await send('/user', jsonOf(JSON.stringify({ name: 'Администратор' })));
  const { email } = JSON.parse(text) as { email: string };
  const roleId = /\d+/.exec(name)?.[0];
  await send('/setting/access/bundle/role', { ...jsonOf(JSON.stringify({ roleId, email })), method: 'PATCH' });
}

async function repeated(times: number, work: () => Promise<{ ms: number }>): Promise<number[]> {
  const figures: number[] = [];
  for (let n = 0; n < times; n++) figures.push((await work()).ms);
  return figures;
}
