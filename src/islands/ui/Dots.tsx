/** Waiting dots: none to three in a cycle of steps of 300 ms (drawn by the style sheet, silent for readers). */
export function Dots() {
  return (
    <span className="dots" aria-hidden="true">
      <i>.</i>
      <i>.</i>
      <i>.</i>
    </span>
  );
}
