/** The model went on and on: it was stopped, and what had come is kept. */
export class AnswerEndless extends Error {
  override readonly name = 'AnswerEndless';
  constructor(said: string) {
    super(`The model's answer did not end and was stopped after ${said}.`);
  }
}
