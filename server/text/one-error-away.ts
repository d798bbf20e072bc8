const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя'];

/** Every spelling with one letter left out, doubled in place, exchanged, or swapped with its neighbour. */
export function* oneErrorAway(word: string): Generator<string> {
  const alphabet = ALPHABETS.find((letters) => letters.includes(word.charAt(0))) ?? '';
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    for (const letter of alphabet) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}
