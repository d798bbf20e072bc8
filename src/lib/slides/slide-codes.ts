/** Codes of what is wrong with pictures, those of the API among them. */
export const imageCodes = { type: 'bad mime type', size: 'too large', count: 'too many images' } as const;

/** What the form tells of by itself, in the manner of the API. */
export type SlideCode = (typeof imageCodes)[keyof typeof imageCodes] | 'title too long' | 'message too long';
