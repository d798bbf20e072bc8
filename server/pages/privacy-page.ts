// The page about personal data: the text that it begins with, and which version of it visitors see now.
import { PRIVACY_PAGE } from '../../contract/pages/forms.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { findPage, type PagesContext, publishAboutPage } from './page-store.ts';

/** Whose page it is. */
export interface DataOperator {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
}

const linked = (scheme: string, text: string, target: string): string =>
  text === '' ? '' : `[${text}](${scheme}:${target})`;

/** The text to begin with: who processes what for how long, and how to have it deleted. */
function firstText({ name, phone, email, address }: DataOperator): string {
  const reach = [linked('mailto', email, email), linked('tel', phone, phone.replace(/[^\d+]/g, '')), address];
  const contacts = reach.filter(Boolean).map((line) => `- ${line}`);
  return `# Персональные данные
Эта страница объясняет, какие данные мы получаем, когда вы отправляете заявку или создаёте учётную запись, и что с ними делаем.

# Кто обрабатывает
${name}. Связаться с нами по вопросам персональных данных:
${contacts.join('\n')}

# Какие данные
- имя, телефон и адрес электронной почты
- название компании, ИНН, город и транспортная компания, если вы их указали
- состав заявки и комментарий к ней

# Для чего
Чтобы ответить на заявку, выставить счёт и отправить заказ. Для рекламных рассылок данные не используются.

# Кому передаём
Только транспортной компании, которая везёт ваш заказ, и только то, что нужно для доставки.

# Как долго храним
Пока идёт работа с заявкой и столько, сколько требует закон для документов о продаже. Потом данные удаляются.

# Ваши права
Вы можете узнать, какие данные о вас хранятся, исправить их или отозвать согласие. Напишите нам по любому из адресов выше: мы удалим данные, если закон не обязывает нас их хранить.
`;
}

/** Publishes the text to begin with where no such page was ever saved. */
export async function beginPrivacyPage({ database, clock }: PagesContext, operator: DataOperator): Promise<void> {
  const saved = (source: typeof database.read) =>
    source.selectFrom('about_versions').select('alias').where('alias', '=', PRIVACY_PAGE).limit(1).executeTakeFirst();
  if (await saved(database.read)) return;
  await database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'about_versions');
    if (await saved(transaction)) return;
    await publishAboutPage(transaction, PRIVACY_PAGE, firstText(operator), null, clock());
  });
}

/** The version of the page that visitors see; 0 where there is none. */
export const privacyVersion = async ({ database }: Pick<PagesContext, 'database'>): Promise<number> =>
  (await findPage(database.read, PRIVACY_PAGE))?.version ?? 0;
