/** Groups that are under way at once, and the jobs of one, at most. */
const AT_ONCE = 2;
const LARGEST = 64;

/** Has jobs that are ready together worked on together. */
export class Groups<Job> {
  readonly #work: (jobs: readonly Job[]) => Promise<void>;
  #waiting: Job[] = [];
  #underWay = 0;
  #scheduled = false;

  /** `work` tells each job what became of it, and never throws. */
  constructor(work: (jobs: readonly Job[]) => Promise<void>) {
    this.#work = work;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#schedule();
  }

  /** A turn of the event loop lets jobs that are ready join. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay >= AT_ONCE || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(async () => {
      this.#scheduled = false;
      const jobs = this.#waiting.splice(0, LARGEST);
      this.#underWay++;
      this.#schedule();
      await this.#work(jobs);
      this.#underWay--;
      this.#schedule();
    });
  }
}
