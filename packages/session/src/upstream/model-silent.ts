/** The model said nothing for too long. */
export class ModelSilent extends Error {
  override readonly name = 'ModelSilent';
  constructor(seconds: number) {
    super(`The model said nothing for ${seconds} s.`);
  }
}
