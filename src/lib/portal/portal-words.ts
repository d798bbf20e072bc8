import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';

/** Which words the portal shows: those of the specification (some are English) or Russian throughout. */
export type PortalTexts = 'spec' | 'ru';

/** The words that have two spellings, by part of the portal. */
const slides = {
  spec: {
    searchPlaceholder: 'enter document title',
    create: 'Create slide',
    more: 'Load more',
    readMore: 'read more...',
    noImage: 'no image',
    invalidTitle: 'Enter the document title',
    badType: 'Unsupported file type',
  },
  ru: {
    searchPlaceholder: 'введите название слайда',
    create: 'Создать слайд',
    more: 'Загрузить ещё',
    readMore: 'читать далее…',
    noImage: 'нет изображения',
    invalidTitle: 'Введите название слайда',
    badType: 'Неподдерживаемый тип файлов',
  },
} as const satisfies BothSets;

const docflow = {
  spec: {
    documents: 'Documents',
    create: 'Create document',
    forApproval: 'For approval',
    forReview: 'For review',
    outgoing: 'Outgoing',
    mine: 'My documents',
    readInFull: 'Read in full',
    more: 'Load more',
    signatureRequired: 'Signature required',
    acknowledgementRequired: 'Acknowledgement required',
    signed: 'signed',
    removeQuestion: 'Delete this document?',
    addNote: 'Add an explanatory note',
    invalidTitle: 'Enter the document title',
    noDirecting: 'Direction not selected',
    noTask: 'Document type not selected',
    badType: 'Unsupported file type',
  },
  ru: {
    documents: 'Документы',
    create: 'Создать документ',
    forApproval: 'На утверждение',
    forReview: 'На рассмотрение',
    outgoing: 'Исходящие',
    mine: 'Мои документы',
    readInFull: 'Читать полностью',
    more: 'Загрузить ещё',
    signatureRequired: 'Требуется подписать',
    acknowledgementRequired: 'Требуется ознакомиться',
    signed: 'подписан',
    removeQuestion: 'Удалить этот документ?',
    addNote: 'Добавить пояснительную записку',
    invalidTitle: 'Введите название документа',
    noDirecting: 'Не\u00a0выбрано направление',
    noTask: 'Не\u00a0выбран тип документа',
    badType: 'Неподдерживаемый тип файлов',
  },
} as const satisfies BothSets;

type BothSets = Readonly<Record<PortalTexts, Readonly<Record<string, string>>>>;

const SETS = {
  spec: { lang: 'en', slides: slides.spec, docflow: docflow.spec },
  ru: { lang: 'ru', slides: slides.ru, docflow: docflow.ru },
} as const;

/** The words of one set; the same keys in both. */
export interface PortalWords {
  /** Language of the words, for the `lang` of what shows them. */
  readonly lang: 'en' | 'ru';
  readonly slides: Readonly<Record<keyof (typeof slides)['spec'], string>>;
  readonly docflow: Readonly<Record<keyof (typeof docflow)['spec'], string>>;
}

/** The words of a set. */
export const portalWordsOf = (texts: PortalTexts): PortalWords => SETS[texts];

/** The chosen set, kept on this device. */
export const $portalTexts = persistentAtom<PortalTexts>('portalTexts', 'spec', {
  encode: (texts) => texts,
  decode: (stored) => (stored === 'ru' ? 'ru' : 'spec'),
});

/** The words that the portal shows now. */
export const $portalWords = computed($portalTexts, portalWordsOf);

/** Texts of the switch between the sets. */
export const portalTextsSwitch = {
  label: 'Язык подписей',
  ru: { short: 'Рус', long: 'Русский' },
  spec: { short: 'Eng', long: 'English' },
} as const;
