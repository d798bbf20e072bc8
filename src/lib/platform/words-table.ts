// The words of the staff portal that have two spellings: as in the specification (some are English) and Russian. Which
// of them the user sees is chosen in portal-words.ts.
import { typographed } from '../../../rules/format/typography.ts';

/** Which words the portal shows: those of the specification (some are English) or Russian throughout. */
export type PortalTexts = 'spec' | 'ru';

/** A word in both sets: one that lacks either does not compile. */
export type Word = Readonly<Record<PortalTexts, string>>;

export const PORTAL_WORDS = typographed({
  slides: {
    searchPlaceholder: { spec: 'enter document title', ru: 'введите название слайда' },
    create: { spec: 'Create slide', ru: 'Создать слайд' },
    more: { spec: 'Load more', ru: 'Загрузить ещё' },
    readMore: { spec: 'read more...', ru: 'читать далее…' },
    noImage: { spec: 'no image', ru: 'нет изображения' },
    invalidTitle: { spec: 'Enter the document title', ru: 'Введите название слайда' },
    badType: { spec: 'Unsupported file type', ru: 'Неподдерживаемый тип файлов' },
  },
  docflow: {
    documents: { spec: 'Documents', ru: 'Документы' },
    create: { spec: 'Create document', ru: 'Создать документ' },
    forApproval: { spec: 'For approval', ru: 'На согласование' },
    forReview: { spec: 'For review', ru: 'На ознакомление' },
    outgoing: { spec: 'Outgoing', ru: 'Исходящие' },
    mine: { spec: 'My documents', ru: 'Мои документы' },
    readInFull: { spec: 'Read in full', ru: 'Читать полностью' },
    more: { spec: 'Load more', ru: 'Загрузить ещё' },
    signatureRequired: { spec: 'Signature required', ru: 'Требуется подписать' },
    acknowledgementRequired: { spec: 'Acknowledgement required', ru: 'Требуется ознакомиться' },
    signed: { spec: 'signed', ru: 'подписан' },
    removeQuestion: { spec: 'Delete this document?', ru: 'Удалить этот документ?' },
    addNote: { spec: 'Add an explanatory note', ru: 'Добавить текст документа' },
    invalidTitle: { spec: 'Enter the document title', ru: 'Введите название документа' },
    noDirecting: { spec: 'Direction not selected', ru: 'Не выбрано направление' },
    noTask: { spec: 'Document type not selected', ru: 'Не выбран тип документа' },
    badType: { spec: 'Unsupported file type', ru: 'Неподдерживаемый тип файлов' },
  },
} as const satisfies Record<string, Readonly<Record<string, Word>>>);
