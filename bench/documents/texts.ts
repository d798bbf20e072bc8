import { numbers, pick } from './chance.ts';

const VOCABULARY =
  'договор поставка счёт оплата заявка склад накладная рекламация приказ аренда фильтр масляный насос топливный втулка коленчатый вал сальник подшипник ступица двигатель трактор погрузчик экскаватор гарантия возврат скидка перевозка срок акт сверка отпуск график смена ремонт покупатель поставщик отдел бухгалтерия директор проверка качество партия остаток инвентаризация ведомость доверенность протокол собрание обучение охрана труд'.split(
    ' ',
  );

/** A word of a description: some stand in many, most in few. */
const rareWord = (id: number, salt: number): string =>
  `слово${'абвгдежзиклмнопрстуф'[pick(id, salt, 20)]}${'абвгдежзиклмнопрстуф'[pick(id, salt + 100, 20)]}${pick(id, salt + 200, 1 + pick(id, salt + 300, 60))}`;

/** What a document says, always the same for the same id. */
export const descriptionOf = (id: number): string =>
  `${textOf(id, 10, 4)}. ${numbers(16)
    .map((at) => rareWord(id, 20 + at))
    .join(' ')}.`;

/** So many common words, always the same for the same id and salt. */
export const textOf = (id: number, salt: number, words: number): string =>
  numbers(words)
    .map((at) => VOCABULARY[pick(id, salt + at, VOCABULARY.length)])
    .join(' ');
