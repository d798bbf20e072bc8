const COMMA = 44;
const ZERO = 48;

/** The whole numbers of a text of digits and commas, without making a text of each. */
export function numbersIn(list: string): Int32Array {
  if (list === '') return new Int32Array();
  const numbers = new Int32Array(Math.ceil(list.length / 2));
  let count = 0;
  let number = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === COMMA) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  numbers[count++] = number;
  return numbers.subarray(0, count);
}
