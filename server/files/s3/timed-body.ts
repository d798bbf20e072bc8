/** Calls `late` after so many milliseconds unless what it returns is called before. */
export type StartTimer = (ms: number, late: () => void) => () => void;

export interface BodyLimits {
  /** Longest wait for the next piece, ms; what whoever reads takes for himself does not count. */
  readonly silenceMs: number;
  readonly startTimer: StartTimer;
  /** Ends the call: the next piece fails. */
  readonly giveUp: () => void;
  /** Is told why the body cannot be read to its end. */
  readonly onFailure: (error: unknown) => void;
}

/** The same answer, whose body fails when the other side falls silent in the middle of it. */
export function withTimedBody(answer: Response, limits: BodyLimits): Response {
  if (!answer.body) return answer;
  const { silenceMs, startTimer, giveUp, onFailure } = limits;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const stopTimer = startTimer(silenceMs, giveUp);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFailure(error);
        throw error;
      } finally {
        stopTimer();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
}
