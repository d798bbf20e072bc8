import type { DocumentCheck } from '../../../contract/document-check.ts';

/** What the page says that checks a version of a document for whoever holds it. */
export const checkTexts = {
  heading: 'Проверка документа',
  checking: 'Проверяем…',
  noAddress:
    'Откройте адрес или QR-код с\u00a0последнего листа документа: в\u00a0нём записаны его номер и\u00a0хэш версии.',
  needsScript: 'Для проверки нужен JavaScript.',
  failed: 'Не\u00a0удалось проверить: сервер не\u00a0ответил.',
  retry: 'Повторить',
  hash: 'Хэш версии',
  noMatch: {
    heading: 'Не\u00a0совпадает',
    text: 'Версии с\u00a0таким хэшем у\u00a0этого документа нет. Документ изменён, удалён или адрес набран с\u00a0ошибкой.',
  },
} as const;

/** What is said of a version that the document has or had. */
export function matchTexts({ number, version, isCurrent }: DocumentCheck): {
  readonly heading: string;
  readonly text: string;
} {
  const which = `Документ №\u00a0${number}, версия\u00a0${version}.`;
  return isCurrent
    ? { heading: 'Совпадает', text: `${which} Это действующая версия.` }
    : {
        heading: 'Прежняя версия',
        text: `${which} С\u00a0тех пор документ изменён: действует другая версия.`,
      };
}
