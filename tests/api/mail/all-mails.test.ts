import { expect, onTestFinished, test, vi } from 'vitest';
import type { MailKind } from '../../../contract/accounts/accounts.ts';
import { MAUTH } from '../../../contract/api.ts';
import type { RunOutcome } from '../../../contract/catalogue/runs.ts';
import { GUESSES_FREE } from '../../../contract/limits.ts';
import type { AccountNotification } from '../../../server/accounts/mail-texts.ts';
import { shopServiceOver } from '../../../server/operations/services/shop.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import type { Outbox } from '../../../server/platform/mail/outbox.ts';
import * as runStore from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { codeAt } from '../../support/authenticator.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql, type OpenFresh } from '../../support/databases.ts';
import { withoutShop } from '../../support/informator.ts';
import { email, MINUTE, openShop, PASSWORD, type Shop } from '../accounts/shop.ts';
import { type Paperwork, withPaperwork } from '../documents/paperwork.ts';
import { USUAL } from '../price-lists/catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Longer than a test takes, ms. */
const LONG = 600_000;

/**
 * Addressee, kind, subject without the name of the shop that it ends with, and all paragraphs but the last one, that the
 * mail was sent by itself.
 */
type Left = readonly [to: string, kind: MailKind, subject: string, ...says: string[]];

/** One event of the product, and every mail that leaves because of it. */
interface Row {
  readonly when: string;
  readonly leaves: (open: OpenFresh) => Promise<Left[]>;
  readonly mails: readonly Left[];
}

/** How a run of the import ends; one that goes on mails nothing. */
type RunEnd = `run ${Exclude<RunOutcome, 'queued' | 'running'>}`;

/** A kind that stands for several events is here by its events; those about documents have their own table. */
type MailedEvent = Exclude<MailKind, 'document' | 'notice' | 'import-ended'> | AccountNotification | RunEnd;

const AUTOMATIC = 'Письмо отправлено автоматически, отвечать на него не нужно.';
const SECRETS = [
  [/(auth\/(?:confirm|forgot|invitation)\/)\S+/, '$1…'],
  [/^ {4}\S+$/, '    …'],
] as const;

/** What has left of an outbox since the last look, in the order of leaving; tokens and passwords as «…». */
async function leftOf(outbox: Outbox, kept: Mail[]): Promise<Left[]> {
  await outbox.deliver();
  const mails = kept.splice(0);
  const listed = (await outbox.list({ last: null, limit: 100 })).slice(0, mails.length).reverse();
  return mails.map(({ to, subject, text, html }, at): Left => {
    const says = text.replaceAll('\u00a0', ' ').trimEnd().split('\n\n');
    expect(says.pop()).toBe(AUTOMATIC);
    expect(html).toContain('<p style=');
    const [row] = listed.splice(
      listed.findIndex(({ recipient }) => recipient === to),
      1,
    );
    expect([at, row?.state, row?.recipient]).toEqual([at, 'sent', to]);
    const hidden = says.map((line) => SECRETS.reduce((said, [secret, dots]) => said.replace(secret, dots), line));
    return [to, row?.kind ?? 'notice', subject.replaceAll('\u00a0', ' '), ...hidden];
  });
}

const ANNA = 'anna@example.ru';
const NEW = 'anna.new@example.ru';
const ADMIN = 'admin@example.ru';
const HOME = '203.0.113.7';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A call of a browser of Anna's at home; expects the status. */
async function atHome(shop: Shop, method: 'POST' | 'PATCH' | 'DELETE', path: string, more: object, agent = CHROME) {
  const { bearer, payload, status = 200 } = more as { bearer?: string; payload?: object; status?: number };
  const answer = await shop.app.inject({
    ...{ method, url: `${MAUTH}${path}`, remoteAddress: HOME },
    headers: { 'user-agent': agent, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    ...(payload && { payload }),
  });
  expect([path, answer.statusCode]).toEqual([path, status]);
  return answer.body === '' ? null : answer.json();
}

const enter = async (shop: Shop, agent = CHROME, code?: string): Promise<string> =>
  (await atHome(shop, 'POST', '/signin', { payload: { email: ANNA, password: PASSWORD, code } }, agent)).access;

/** Sets a second factor up; resolves to its key. */
async function setFactor(shop: Shop, bearer: string): Promise<string> {
  const { key } = await atHome(shop, 'POST', '/factor/', { bearer });
  await atHome(shop, 'POST', '/factor/on', { bearer, payload: { code: codeAt(key, shop.time.now) } });
  return key;
}

/** Anna at home with a second factor whose code was given for the next change of it. */
async function proven(shop: Shop): Promise<string> {
  const bearer = await enter(shop);
  const key = await setFactor(shop, bearer);
  shop.time.now += MINUTE;
  await atHome(shop, 'POST', '/confirm', { bearer, payload: { password: PASSWORD, code: codeAt(key, shop.time.now) } });
  return bearer;
}

/** An event among accounts: Anna has one, confirmed, with her name, and an administrator another. */
const byAccounts =
  <T>(event: (shop: Shop, before: T) => Promise<unknown>, before?: (shop: Shop) => Promise<T>): Row['leaves'] =>
  async (open) => {
    const shop = await openShop(open);
    try {
      await shop.addUser(ADMIN, 'admin');
      await shop.addUser(ANNA);
      const named = shop.database.write((transaction) =>
        transaction.updateTable('users').set({ name: 'Анна Каренина' }).where('email', '=', ANNA).execute(),
      );
      await named;
      const began = await before?.(shop);
      (await shop.mails()).length = 0;
      await event(shop, began as T);
      return await leftOf(shop.mauth.outbox, (await shop.mails()).map(withoutShop));
    } finally {
      await shop.close();
    }
  };

const asAdmin = async (shop: Shop, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
  const { access: bearer } = await shop.begin(ADMIN);
  const { status } = await shop.ask(path, { method, bearer, body });
  expect([path, status]).toEqual([path, 200]);
};

const guess = async (shop: Shop, address: (at: number) => string) => {
  for (let at = 0; at <= GUESSES_FREE; at += 1) await shop.signIn(ANNA, 'wrong horse', address(at));
};

/** A catalogue service whose mails are caught. */
const byShop =
  (event: (shop: TestBridge, settings: Parameters<typeof shopServiceOver>[1]) => Promise<Outbox | null>) =>
  async (open: OpenFresh): Promise<Left[]> => {
    const kept: Mail[] = [];
    const transport = { send: async (mail: Mail) => void kept.push(withoutShop(mail)) };
    const shop = {
      ...{ name: 'Запчасти', phone: '8 800', companyEmail: 'zakaz@parts.example' },
      siteAddress: () => 'https://parts.example',
    };
    const requests = { mail: { secrets: ['secret of the test'] as const, transport, shop }, keepDays: 30 };
    // What other processes left is looked for at the start only.
    const settings = { requests, importLookEvery: LONG };
    let left: Left[] = [];
    await withBridge(
      open,
      async (bridge) => {
        const { context } = bridge.bridge;
        const outbox = await event(bridge, { ...context, filesFolder: bridge.filesFolder, ...settings });
        left = await leftOf((outbox ?? bridge.bridge.requests.outbox) as Outbox, kept);
      },
      settings,
    );
    return left;
  };

const ordered = (contacts: object) =>
  byShop(async (shop) => {
    const [priced = 0, unpriced = 0] = await shop.add(
      { article: 'A-1', title: 'Вал', price: 12_345 },
      { article: 'A-2', title: 'Ось', price: 0 },
    );
    const items = [
      { positionId: priced, amount: 2 },
      { positionId: unpriced, amount: 1 },
    ];
    const json = { name: 'Анна Волкова', phone: '+7 351 200-00-00', consent: true, items, ...contacts };
    expect((await shop.call('POST', '/requests', { as: null, json })).statusCode).toBe(201);
    return null;
  });

async function upload({ call }: TestBridge, rows: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, mail: '1', ...fields })) form.append(name, value);
  form.append('file', new Blob([['Артикул;Наименование;Цена;Остаток', ...rows].join('\n')]), 'Июнь.csv');
  return call('POST', '/file/upload', { form });
}

const rowsAt = (price: number) => Array.from({ length: 20 }, (_, at) => `A-${at};Фильтр масляный ${at};${price};2`);
const imported = (...args: Parameters<typeof upload> extends [TestBridge, ...infer Rest] ? Rest : never) =>
  byShop(async (shop) => {
    expect((await upload(shop, ...args)).statusCode).toBe(200);
    return null;
  });

/** The mails of the next morning. */
const byDigest =
  (before: (work: Paperwork) => Promise<unknown>): Row['leaves'] =>
  async (open) => {
    let left: Left[] = [];
    await withPaperwork(open, async (work) => {
      await before(work);
      await work.informator.post.deliver();
      work.mails.length = 0;
      work.setClock(Date.UTC(2026, 5, 11, 3));
      await work.informator.post.deliver();
      left = await leftOf(work.informator.post.outbox, work.mails);
    });
    return left;
  };

/** A run that waits behind another one, and of whose end the administrator wants a mail: it has its turn, or is cancelled. */
const behind = (
  begin: (shop: TestBridge) => Promise<{ statusCode: number }>,
  outcome: 'done' | 'cancelled',
  ...later: string[]
) =>
  byShop(async (shop) => {
    const { database } = shop.bridge;
    await upload(shop, rowsAt(100), { mail: '' });
    if (later.length > 0) await upload(shop, later, { mail: '' });
    const first = { uploadId: null, uid: 'admin', fileName: 'Май.csv', settings: settingsOf(USUAL), worker: 'another' };
    const before = await runStore.startRun(database, first, NOON);
    const ended = begin(shop);
    const id = before + 1;
    await vi.waitFor(async () => expect((await shop.call('GET', `/import/runs/${id}`)).statusCode).toBe(200));
    expect((await shop.call('POST', `/import/runs/${id}/mail`)).statusCode).toBe(200);
    if (outcome === 'cancelled') expect((await shop.call('DELETE', `/import/runs/${id}`)).statusCode).toBe(200);
    await runStore.failRun(database, before, 'brand not found', NOON);
    expect((await ended).statusCode).toBe(outcome === 'done' ? 200 : 409);
    return null;
  });

const anotherList = (shop: TestBridge) => upload(shop, rowsAt(101), { mail: '' });
const undo = (shop: TestBridge) => shop.call('POST', '/import/runs/1/undo');
const crosses = ({ call }: TestBridge) => {
  const form = new FormData();
  const fields = { startRow: '2', article: 'A', maker: 'B', cross: 'C', crossMaker: 'D' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const lines = ['Артикул;Производитель;Кросс;Производитель кросса', 'A-1;БелМаг;B-1;Trialli'];
  form.append('file', new Blob([lines.join('\n')]), 'Кроссы.csv');
  return call('POST', '/crosses/upload', { form });
};

/** A run whose process stopped under way, found by the next start. */
const interrupted = (kind: 'file' | 'undo') =>
  byShop(async (shop, settings) => {
    const { database } = shop.bridge;
    const run = { uploadId: null, uid: 'admin', fileName: 'Июнь.csv', settings: settingsOf(USUAL) };
    if (kind === 'undo') await upload(shop, rowsAt(100), { mail: '' });
    const id =
      kind === 'file'
        ? await runStore.startRun(database, run, NOON)
        : await runStore.startUndo(database, 1, { uid: 'admin' }, NOON);
    expect((await shop.call('POST', `/import/runs/${id}/mail`)).statusCode).toBe(200);
    const next = await shopServiceOver({ ...database, close: async () => {} }, settings);
    onTestFinished(() => next.close());
    return next.requests.outbox;
  });

/** What several mails say. */
const HELLO = 'Здравствуйте, Анна Каренина!';
const SIGN_IN = 'https://parts.example/auth';
const AT_HOME = 'Откуда: Chrome, Windows, адрес 203.0.113.7.';
const AT_SEVEN = 'Когда: 10 июня 2026 г. в 19:00 GMT+5.';
const LATER = 'Когда: 10 июня 2026 г. в 19:01 GMT+5.';
const NEW_EMAIL = 'Новая почта: a•••@example.ru.';
const SETTINGS = 'Отключить письма о документах можно в личном кабинете.';
const RUN_1 = 'Загрузка № 1, Июнь.csv, поставщик «Поставщик», бренд «ТЕСТ».';
const TOTAL = 'Итого: 246,90 ₽, без 1 позиции с ценой по запросу.';
const OF_PRICED = '1. A-1 Вал (ТЕСТ, Склад № 1): 2 шт × 123,45 ₽ = 246,90 ₽; в наличии 1 шт, остальное — под заказ';
const OF_UNPRICED = '2. A-2 Ось (ТЕСТ, Склад № 1): 1 шт, цена по запросу';
const RESET = 'Ваш пароль на сайте parts.example сброшен. Временный пароль:';
const ONE_DAY = 'Он действует сутки и только для одного входа. После входа сайт попросит придумать свой пароль.';
const TRIED = 'Кто-то пытается войти в вашу учётную запись';
const IF_NOT_YOU =
  'Если это были не вы, сразу сбросьте пароль: на странице входа выберите «Забыли пароль?». Все открытые сеансы при этом завершатся. Если это были вы, делать ничего не нужно.';
const ASK_ADMINISTRATOR =
  'Если вы об этом не просили, сбросьте пароль (на странице входа «Забыли пароль?») и сообщите администратору.';
const ADMINISTRATOR_FIRST =
  'Если это были не вы, сразу сообщите администратору: без кода из чужого приложения вам теперь не войти, отключить его может только он. Затем сбросьте пароль: на странице входа выберите «Забыли пароль?». Если это были вы, делать ничего не нужно.';
const WEAK_PASSWORD =
  'Если ваш пароль простой или используется где-то ещё, смените его в личном кабинете. Если вы сами забыли пароль, на странице входа выберите «Забыли пароль?».';

/** Every mail but those about documents: a kind without a row does not compile. */
const TABLE: Readonly<Record<MailedEvent, readonly Row[]>> = {
  confirmation: [
    {
      when: 'a visitor signs up: the address may be that of another person, so no name is said',
      leaves: byAccounts((shop) => shop.signUp(NEW, { name: 'Олег' })),
      mails: [
        [
          NEW,
          'confirmation',
          'Подтверждение почты',
          'Здравствуйте!',
          'Чтобы завершить регистрацию на сайте parts.example, подтвердите адрес почты: перейдите по ссылке. Она действует сутки.',
          'https://parts.example/auth/confirm/…',
          'Если вы не регистрировались, ничего не делайте и не переходите по ссылке.',
        ],
      ],
    },
  ],
  'email-change': [
    {
      when: 'the owner asks for another e-mail: a link to the new address, a notice to the present one',
      leaves: byAccounts(
        (shop, bearer: string) => atHome(shop, 'PATCH', '/email', { bearer, payload: { email: NEW } }),
        enter,
      ),
      mails: [
        [
          NEW,
          'email-change',
          'Новая почта для входа',
          'Здравствуйте!',
          'Этот адрес указали как новую почту учётной записи на сайте parts.example. Чтобы входить с ним, перейдите по ссылке. Она действует сутки; пока вы по ней не перейдёте, для входа служит прежний адрес.',
          'https://parts.example/auth/confirm/…',
          'Если вы об этом не просили, ничего не делайте и не переходите по ссылке.',
        ],
        [
          ANNA,
          'notice',
          'Запрошена смена почты',
          HELLO,
          'Для вашей учётной записи на сайте parts.example указана новая почта. Она заменит этот адрес после перехода по ссылке из письма на новую почту.',
          NEW_EMAIL,
          AT_SEVEN,
          AT_HOME,
          'Если это были не вы, сразу смените пароль в личном кабинете или сбросьте его: на странице входа выберите «Забыли пароль?». Ссылка для смены почты после этого не сработает. Если это были вы, делать здесь ничего не нужно.',
          SIGN_IN,
        ],
      ],
    },
  ],
  invitation: [
    {
      when: 'an administrator invites a person',
      leaves: byAccounts(
        (shop) => asAdmin(shop, 'POST', `/admin/user/${NEW}/invitation`),
        async (shop) => {
          await shop.signUp(NEW);
        },
      ),
      mails: [
        [
          NEW,
          'invitation',
          'Приглашение',
          'Здравствуйте!',
          'Для вас создана учётная запись на сайте parts.example. Чтобы войти, задайте пароль: перейдите по ссылке. Она действует 7 дней и только один раз.',
          'https://parts.example/auth/invitation/…',
          'Если вы не ждали приглашения, ничего не делайте и не переходите по ссылке.',
        ],
      ],
    },
  ],
  recovery: [
    {
      when: 'a visitor asks for a new password of a confirmed account',
      leaves: byAccounts((shop) => shop.forgot(ANNA)),
      mails: [
        [
          ANNA,
          'recovery',
          'Сброс пароля',
          HELLO,
          'Кто-то, возможно вы, попросил сбросить пароль на сайте parts.example. Чтобы получить новый пароль, перейдите по ссылке. Она действует один час.',
          'https://parts.example/auth/forgot/…',
          'Если это были не вы, ничего не делайте: пароль останется прежним.',
        ],
      ],
    },
    { when: 'no account has the address', leaves: byAccounts((shop) => shop.forgot('oleg@example.ru')), mails: [] },
  ],
  password: [
    {
      when: 'the link of the mail before is opened',
      leaves: byAccounts(
        (shop, token: string) => shop.ask(`/forgot/${token}`),
        async (shop) => {
          await shop.forgot(ANNA);
          return shop.mailedToken(ANNA);
        },
      ),
      mails: [[ANNA, 'password', 'Новый пароль', HELLO, RESET, '    …', ONE_DAY, SIGN_IN]],
    },
    {
      when: 'an administrator resets the password',
      leaves: byAccounts((shop) => asAdmin(shop, 'POST', `/admin/user/${ANNA}/reset`)),
      mails: [[ANNA, 'password', 'Новый пароль', HELLO, RESET, '    …', ONE_DAY, SIGN_IN]],
    },
  ],
  'password-changed': [
    {
      when: 'the owner changes the password in the cabinet',
      leaves: byAccounts(
        (shop, bearer: string) =>
          atHome(shop, 'PATCH', '/password', {
            bearer,
            payload: { password: 'battery staple', password_2: 'battery staple' },
          }),
        enter,
      ),
      mails: [
        [
          ANNA,
          'notice',
          'Пароль изменён',
          HELLO,
          'Пароль вашей учётной записи на сайте parts.example изменён.',
          AT_SEVEN,
          AT_HOME,
          IF_NOT_YOU,
          SIGN_IN,
        ],
      ],
    },
  ],
  'password-set': [
    {
      when: 'an administrator sets another password',
      leaves: byAccounts((shop) => shop.mauth.accounts.setPassword(email(ANNA), 'battery staple')),
      mails: [
        [
          ANNA,
          'notice',
          'Пароль изменён',
          HELLO,
          'Администратор задал новый пароль вашей учётной записи на сайте parts.example.',
          AT_SEVEN,
          ASK_ADMINISTRATOR,
          SIGN_IN,
        ],
      ],
    },
  ],
  'device-new': [
    {
      when: 'a browser signs in from which the account was never used',
      leaves: byAccounts((shop) => enter(shop, FIREFOX), enter),
      mails: [
        [
          ANNA,
          'notice',
          'Вход с нового устройства',
          HELLO,
          'В вашу учётную запись на сайте parts.example вошли с устройства или из сети, откуда раньше не входили.',
          AT_SEVEN,
          'Откуда: Firefox, Linux, адрес 203.0.113.7.',
          IF_NOT_YOU,
          SIGN_IN,
        ],
      ],
    },
    { when: 'the first sign-in of an account', leaves: byAccounts((shop) => enter(shop)), mails: [] },
  ],
  'email-asked': [
    {
      when: 'the address that is asked for belongs to another account: no mail',
      leaves: byAccounts(
        (shop, bearer: string) => atHome(shop, 'PATCH', '/email', { bearer, payload: { email: ADMIN }, status: 400 }),
        enter,
      ),
      mails: [],
    },
  ],
  'email-changed': [
    {
      when: 'the link in the new mailbox is opened: a notice to the former address',
      leaves: byAccounts(
        (shop, token: string) => shop.ask(`/confirm/${token}`, { address: HOME }),
        async (shop) => {
          const bearer = await enter(shop);
          await atHome(shop, 'PATCH', '/email', { bearer, payload: { email: NEW } });
          return shop.mailedToken(NEW);
        },
      ),
      mails: [
        [
          ANNA,
          'notice',
          'Почта изменена',
          HELLO,
          'Почта вашей учётной записи на сайте parts.example изменена: войти с этим адресом больше нельзя.',
          NEW_EMAIL,
          AT_SEVEN,
          'Откуда: неизвестное устройство, адрес 203.0.113.7.',
          'Если это были не вы, сразу сообщите администратору: письмо для сброса пароля теперь придёт на новый адрес. Если это были вы, делать ничего не нужно.',
          SIGN_IN,
        ],
      ],
    },
  ],
  'factor-added': [
    {
      when: 'the owner sets a second factor up',
      leaves: byAccounts((shop, bearer: string) => setFactor(shop, bearer), enter),
      mails: [
        [
          ANNA,
          'notice',
          'Двухэтапный вход включён',
          HELLO,
          'У вашей учётной записи на сайте parts.example включён двухэтапный вход: кроме пароля, нужен код из приложения.',
          AT_SEVEN,
          AT_HOME,
          ADMINISTRATOR_FIRST,
          SIGN_IN,
        ],
      ],
    },
  ],
  'factor-replaced': [
    {
      when: 'the owner sets up another app',
      leaves: byAccounts((shop, bearer: string) => setFactor(shop, bearer), proven),
      mails: [
        [
          ANNA,
          'notice',
          'Приложение с кодами заменено',
          HELLO,
          'Для входа в вашу учётную запись на сайте parts.example теперь нужны коды из другого приложения. Коды из прежнего приложения и прежние коды восстановления больше не действуют.',
          LATER,
          AT_HOME,
          ADMINISTRATOR_FIRST,
          SIGN_IN,
        ],
      ],
    },
  ],
  'factor-removed': [
    {
      when: 'the owner removes the second factor',
      leaves: byAccounts((shop, bearer: string) => atHome(shop, 'DELETE', '/factor/', { bearer }), proven),
      mails: [
        [
          ANNA,
          'notice',
          'Двухэтапный вход отключён',
          HELLO,
          'У вашей учётной записи на сайте parts.example отключён двухэтапный вход: для входа хватает пароля.',
          LATER,
          AT_HOME,
          ASK_ADMINISTRATOR,
          SIGN_IN,
        ],
      ],
    },
    {
      when: 'an administrator removes it: not from where the administrator sits',
      leaves: byAccounts((shop) => asAdmin(shop, 'DELETE', `/admin/user/${ANNA}/factor`), proven),
      mails: [
        [
          ANNA,
          'notice',
          'Двухэтапный вход отключён',
          HELLO,
          'У вашей учётной записи на сайте parts.example отключён двухэтапный вход: для входа хватает пароля.',
          LATER,
          ASK_ADMINISTRATOR,
          SIGN_IN,
        ],
      ],
    },
    {
      when: 'a factor was begun and never proved: there is nothing to remove',
      leaves: byAccounts(
        (shop) => shop.mauth.factors.reset(email(ANNA), { actor: null, address: '', agent: '' }),
        async (shop) => atHome(shop, 'POST', '/factor/', { bearer: await enter(shop) }),
      ),
      mails: [],
    },
  ],
  guesses: [
    {
      when: 'many wrong passwords come from addresses from which the account was never used',
      leaves: byAccounts((shop) => guess(shop, (at) => `192.0.2.${at}`), enter),
      mails: [
        [
          ANNA,
          'notice',
          TRIED,
          HELLO,
          'К вашей учётной записи на сайте parts.example много раз подбирали пароль или код с незнакомых адресов. Войти не удалось. Мы замедлили такие попытки; с ваших обычных устройств вход работает как всегда.',
          AT_SEVEN,
          WEAK_PASSWORD,
          SIGN_IN,
        ],
      ],
    },
  ],
  'guesses-here': [
    {
      when: 'many wrong passwords come from an address from which the account was used',
      leaves: byAccounts((shop) => guess(shop, () => HOME), enter),
      mails: [
        [
          ANNA,
          'notice',
          TRIED,
          HELLO,
          'К вашей учётной записи на сайте parts.example много раз подбирали пароль или код с адреса, с которого входили и вы. Войти не удалось. Мы замедлили попытки с этого адреса; вход из других мест работает как всегда.',
          AT_SEVEN,
          'Откуда: неизвестное устройство, адрес 203.0.113.7.',
          WEAK_PASSWORD,
          SIGN_IN,
        ],
      ],
    },
  ],
  'guesses-codes': [
    {
      when: 'many wrong codes come behind the right password, from strange addresses',
      leaves: byAccounts(async (shop) => {
        for (let at = 0; at <= GUESSES_FREE; at += 1)
          await shop.ask('/signin', {
            ...{ method: 'POST', address: `192.0.2.${at}` },
            body: { email: ANNA, password: PASSWORD, code: '000000' },
          });
      }, proven),
      mails: [
        [
          ANNA,
          'notice',
          TRIED,
          HELLO,
          'Для входа в вашу учётную запись на сайте parts.example с незнакомых адресов вводили верный пароль и много раз неверный код. Войти не удалось. Мы замедлили такие попытки; с ваших обычных устройств вход работает как всегда.',
          LATER,
          'Если это были не вы, ваш пароль знает кто-то ещё: сразу смените его в личном кабинете или сбросьте, выбрав на странице входа «Забыли пароль?». Если это были вы и приложение с кодами потеряно, обратитесь к администратору.',
          SIGN_IN,
        ],
      ],
    },
  ],
  request: [
    {
      when: 'a buyer without an e-mail sends a request',
      leaves: ordered({ comment: 'Нужно до пятницы.\nСамовывоз.' }),
      mails: [
        [
          'zakaz@parts.example',
          'request',
          'Заявка № 1: Анна Волкова',
          'Покупатель: Анна Волкова',
          'Телефон: +7 351 200-00-00',
          'Комментарий:',
          'Нужно до пятницы.',
          'Самовывоз.',
          OF_PRICED,
          OF_UNPRICED,
          TOTAL,
          'https://parts.example/catalog/edit/requests/1',
        ],
      ],
    },
  ],
  'request-taken': [
    {
      when: 'a buyer with an e-mail sends a request: to the shop and to the buyer',
      leaves: ordered({ email: 'anna@example.ru' }),
      mails: [
        [
          'zakaz@parts.example',
          'request',
          'Заявка № 1: Анна Волкова',
          'Покупатель: Анна Волкова',
          'Телефон: +7 351 200-00-00',
          'Почта: anna@example.ru',
          OF_PRICED,
          OF_UNPRICED,
          TOTAL,
          'https://parts.example/catalog/edit/requests/1',
        ],
        [
          ANNA,
          'request-taken',
          'Заявка № 1 принята',
          'Здравствуйте!',
          'Мы получили вашу заявку № 1 и скоро ответим.',
          OF_PRICED,
          OF_UNPRICED,
          TOTAL,
          'Цены и наличие указаны на момент отправки, менеджер их подтвердит.',
          'Телефон: 8 800',
          'https://parts.example',
          'Если заявку отправили не вы, ничего не делайте.',
        ],
      ],
    },
  ],
  'document-digest': [
    {
      when: 'at eight in the morning, to everyone of whom a decision is waited for, with what waits',
      leaves: byDigest(async (work) => {
        await work.create({ title: 'Поставка', acceptor: ['anna'], recipient: ['reader'] });
        await work.create({ title: 'Аренда', acceptor: ['anna'] });
      }),
      mails: [
        [
          'anna@parts.example',
          'document-digest',
          'Документы ждут вашего решения',
          'Здравствуйте, anna Юрист!',
          'Ждут согласования: 2.',
          'https://parts.example/docflow/list/?acceptor=0&limit=50',
          '№ 1 от 10.06.2026 «Поставка»: ждёт с 10.06.2026.',
          'https://parts.example/docflow/1',
          '№ 2 от 10.06.2026 «Аренда»: ждёт с 10.06.2026.',
          'https://parts.example/docflow/2',
          SETTINGS,
        ],
        [
          'reader@parts.example',
          'document-digest',
          'Документы ждут вашего решения',
          'Здравствуйте, reader Кладовщик!',
          'Ждут ознакомления: 1.',
          'https://parts.example/docflow/list/?recipient=0&limit=50',
          '№ 1 от 10.06.2026 «Поставка»: ждёт с 10.06.2026.',
          'https://parts.example/docflow/1',
          SETTINGS,
        ],
      ],
    },
    {
      when: 'a substitute: what waits for the absent signatory, and for whom',
      leaves: byDigest(async (work) => {
        const days = { from: '2026-06-10', to: '2026-06-11' };
        await work.call('PUT', '/user/substitute', { as: 'anna', json: { uid: 'oleg', ...days } });
        await work.create({ title: 'Поставка', acceptor: ['anna'] });
      }),
      mails: [
        [
          'anna@parts.example',
          'document-digest',
          'Документы ждут вашего решения',
          'Здравствуйте, anna Юрист!',
          'Ждут согласования: 1.',
          'https://parts.example/docflow/list/?acceptor=0&limit=50',
          '№ 1 от 10.06.2026 «Поставка»: ждёт с 10.06.2026.',
          'https://parts.example/docflow/1',
          SETTINGS,
        ],
        [
          'oleg@parts.example',
          'document-digest',
          'Документы ждут вашего решения',
          'Здравствуйте, oleg Юрист!',
          'Ждут согласования: 1.',
          'https://parts.example/docflow/list/?acceptor=0&limit=50',
          'Из них за тех, кого вы замещаете: 1.',
          '№ 1 от 10.06.2026 «Поставка»: ждёт с 10.06.2026, вы замещаете сотрудника: anna Юрист.',
          'https://parts.example/docflow/1',
          SETTINGS,
        ],
      ],
    },
  ],
  'run done': [
    {
      when: 'all rows of a list are imported',
      leaves: imported(rowsAt(100)),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: загружен',
          RUN_1,
          'Итоги: новые — 20.',
          'https://parts.example/catalog/edit/imports/1',
        ],
      ],
    },
    {
      when: 'some rows of a list are refused',
      leaves: imported([...rowsAt(100), 'A-99;Вал;дорого;1']),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: загружен не весь',
          RUN_1,
          'Итоги: новые — 20, с ошибками — 1.',
          'https://parts.example/catalog/edit/imports/1',
        ],
      ],
    },
    {
      when: 'nothing of a list is new',
      leaves: byShop(async (shop) => {
        await upload(shop, rowsAt(100), { mail: '' });
        await upload(shop, rowsAt(100));
        return null;
      }),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: загружен',
          'Загрузка № 2, Июнь.csv, поставщик «Поставщик», бренд «ТЕСТ».',
          'Итоги: без изменений — 20.',
          'https://parts.example/catalog/edit/imports/2',
        ],
      ],
    },
    {
      when: 'a list has a heading and no rows',
      leaves: imported([]),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: строк в нём нет',
          RUN_1,
          'В каталоге ничего не изменилось.',
          'Похоже, что-то не так:',
          'Ни одна строка не применена, каталог не изменился. Проверьте лист, начальную строку и столбцы.',
          'https://parts.example/catalog/edit/imports/1',
        ],
      ],
    },
    {
      when: 'an import is taken back',
      leaves: behind(undo, 'done'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Отмена загрузки № 1: выполнена',
          'Загрузка № 3: отмена загрузки № 1.',
          'Всё, что изменила та загрузка, возвращено как было.',
          'https://parts.example/catalog/edit/imports/3',
        ],
      ],
    },
    {
      when: 'an import is taken back, but for what another one changed since',
      leaves: behind(undo, 'done', 'A-1;Фильтр масляный 1;150;2'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Отмена загрузки № 1: выполнена не вся',
          'Загрузка № 4: отмена загрузки № 1.',
          'Что изменила та загрузка, возвращено как было, кроме позиций, которые меняли после неё: 1 позиция.',
          'https://parts.example/catalog/edit/imports/4',
        ],
      ],
    },
    {
      when: 'a file of crosses is imported',
      leaves: behind(crosses, 'done'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Список кроссов «Кроссы.csv»: загружен',
          'Загрузка № 3, Кроссы.csv.',
          'Итоги: новые — 1.',
          'https://parts.example/catalog/edit/imports/3',
        ],
      ],
    },
  ],
  'run failed': [
    {
      when: 'a list looks wrong, and is refused',
      leaves: byShop(async (shop) => {
        await upload(shop, rowsAt(100), { mail: '' });
        expect((await upload(shop, rowsAt(5_000), { confirm: '0' })).statusCode).toBe(409);
        return null;
      }),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: не загружен',
          'Загрузка № 2, Июнь.csv, поставщик «Поставщик», бренд «ТЕСТ».',
          'Прайс выглядит неверно. В каталоге ничего не изменилось.',
          'https://parts.example/catalog/edit/imports/2',
        ],
      ],
    },
  ],
  'run cancelled': [
    {
      when: 'a list that waits is cancelled',
      leaves: behind(anotherList, 'cancelled'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: загрузка прервана',
          'Загрузка № 3, Июнь.csv, поставщик «Поставщик», бренд «ТЕСТ».',
          'Её прервали. В каталоге ничего не изменилось.',
          'https://parts.example/catalog/edit/imports/3',
        ],
      ],
    },
    {
      when: 'an undoing that waits is cancelled',
      leaves: behind(undo, 'cancelled'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Отмена загрузки № 1: прервана',
          'Загрузка № 3: отмена загрузки № 1.',
          'Её прервали. В каталоге ничего не изменилось.',
          'https://parts.example/catalog/edit/imports/3',
        ],
      ],
    },
    {
      when: 'a file of crosses that waits is cancelled',
      leaves: behind(crosses, 'cancelled'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Список кроссов «Кроссы.csv»: загрузка прервана',
          'Загрузка № 3, Кроссы.csv.',
          'Её прервали. В каталоге ничего не изменилось.',
          'https://parts.example/catalog/edit/imports/3',
        ],
      ],
    },
  ],
  'run interrupted': [
    {
      when: 'the server stops under way: found by the next start',
      leaves: interrupted('file'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Прайс «Июнь.csv»: загрузка не закончена',
          RUN_1,
          'Сервер остановился раньше, чем она закончилась. В каталоге ничего не изменилось. Загрузите файл ещё раз.',
          'https://parts.example/catalog/edit/imports/1',
        ],
      ],
    },
    {
      when: 'the server stops in an undoing',
      leaves: interrupted('undo'),
      mails: [
        [
          'admin@parts.example',
          'import-ended',
          'Отмена загрузки № 1: не закончена',
          'Загрузка № 2: отмена загрузки № 1.',
          'Сервер остановился раньше, чем она закончилась. В каталоге ничего не изменилось. Отмените загрузку ещё раз.',
          'https://parts.example/catalog/edit/imports/2',
        ],
      ],
    },
  ],
};

aboveSql('the table of mails', (open) => {
  for (const [event, rows] of Object.entries(TABLE))
    for (const { when, leaves, mails } of rows)
      test(`${event}: ${when}`, async () => {
        expect(await leaves(open)).toEqual(mails);
      });
});
