/** Answers of this size are kept; an administrator's browser and a page of filters ask for few at a time. */
const KEPT = 16;

/** Keeps what is dear to find as long as the catalogue is what it was. */
export class KeptAnswers<Answer> {
  readonly #answers = new Map<string, Answer>();
  #state: readonly unknown[] = [];

  /** The answer under a name, made where there is none for this state, whose members are compared one by one. */
  async get(state: readonly unknown[], name: string, make: () => Promise<Answer> | Answer): Promise<Answer> {
    if (state.some((member, at) => member !== this.#state[at])) this.#answers.clear();
    this.#state = state;
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = await make();
    this.#answers.set(name, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
