const NAME = 'A-Za-z0-9А-Яа-яЁё';

/** What a hashtag is made of; underscores join, they do not end it. */
export const HASHTAG = new RegExp(`#[_${NAME}]*[${NAME}]`, 'y');

const WORD = new RegExp(`[_${NAME}]`);
const SPACE = /\s/;

/** Whether a character (empty: an end of the line) is part of a word. */
export const isWord = (character: string): boolean => WORD.test(character);

/** Whether a character, or an end of the line, separates. */
export const isSpace = (character: string): boolean => character === '' || SPACE.test(character);

const PARAGRAPH = new RegExp(`^(?:[#_${NAME}]|<(?:a|b|i|code|small)[ >])`);

/** Whether a converted line is wrapped: it starts with a letter, a digit, a hash mark or an inline tag. */
export const startsParagraph = (html: string): boolean => PARAGRAPH.test(html);

const KEPT = /^[+—«(|]/;

/** Whether a line without an element of its own keeps its breaks: a telephone, a dash, a name, a remark, a row of bars. */
export const keepsBreak = (text: string): boolean => KEPT.test(text);
