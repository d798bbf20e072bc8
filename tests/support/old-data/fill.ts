import { BRIDGE, INFORMATOR, MNOTE } from '../../../contract/api.ts';
import { ADMIN, USER, type WholeServer } from '../server.ts';

/** What a shop has after some days of work, little of each: an import, texts, a slide, rights and a signed document. */
export async function fillShop(server: WholeServer): Promise<void> {
  const caller = async (account: typeof ADMIN) => {
    const { access } = await server.signIn(account);
    return async <T>(method: string, path: string, body: object): Promise<T> => {
      const isForm = body instanceof FormData;
      const answer = await server.fetch(path, {
        method,
        headers: { authorization: `Bearer ${access}`, ...(!isForm && { 'content-type': 'application/json' }) },
        body: isForm ? body : JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    };
  };
  const admin = await caller(ADMIN);
  const user = await caller(USER);

  const { id: brandId } = await admin<{ id: number }>('POST', `${BRIDGE}/brands/`, { title: 'КАМАЗ' });
  const { id: providerId } = await admin<{ id: number }>('POST', `${BRIDGE}/providers/`, { title: 'Склад' });
  const upload = new FormData();
  const fields = {
    brandId,
    providerId,
    startRow: 2,
    article: 1,
    title: 2,
    price: 3,
    amount: 4,
    manufacturer: 5,
    addNewPositionMode: 'on',
  };
  for (const [name, value] of Object.entries(fields)) upload.set(name, String(value));
  const rows = [
    'Артикул;Название;Цена;Остаток;Производитель',
    '740.1003010;Головка блока цилиндров;12500,50;4;КАМАЗ',
    'О4465-33471;Колодки тормозные передние;3999,00;12;TOYOTA',
    '5320-3407200;Насос ГУР;8750,00;0;КАМАЗ',
  ];
  upload.set('file', new Blob([rows.join('\r\n')]), 'прайс.csv');
  await admin('POST', `${BRIDGE}/file/upload`, upload);

  await admin('POST', `${INFORMATOR}/about/`, { alias: 'company', mdInfo: '## О нас\n\nРаботаем **с 1998 года**' });
  const slide = new FormData();
  for (const [name, value] of Object.entries({ title: 'Скидки', message: 'На фильтры', isPublic: 'true' }))
    slide.set(name, value);
  await admin('POST', `${MNOTE}/`, slide);

  await admin('POST', `${INFORMATOR}/user/`, { name: 'Директор' });
  const { uid } = await user<{ uid: string }>('POST', `${INFORMATOR}/user/`, { name: 'Кладовщик' });
  const add = (list: string, title: string) => admin<{ id: number }>('POST', `${INFORMATOR}/${list}/`, { title });
  const [role, directing, task] = [
    await add('role', 'Сотрудник'),
    await add('directing', 'Склад'),
    await add('task', 'Заявка'),
  ];
  const actions = Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`id_${id}`, true]));
  await admin('POST', `${INFORMATOR}/setting/access`, {
    [`id_${role.id}`]: { [`id_${directing.id}`]: { [`id_${task.id}`]: actions } },
  });
  await admin('PATCH', `${INFORMATOR}/setting/access/bundle/role`, { email: USER.email, roleId: role.id });
  const document = await user<{ id: number }>('POST', `${INFORMATOR}/docflow`, {
    title: 'Заявка на полки',
    description: 'Нужны **три** полки',
    directingId: directing.id,
    taskId: task.id,
    acceptor: { [uid]: '' },
    recipient: {},
  });
  await user('PATCH', `${INFORMATOR}/docflow/accepting/${document.id}`, {});
}
