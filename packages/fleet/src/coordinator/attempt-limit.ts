/** Without a complaint for this long, one more attempt may run, in milliseconds. */
const GROW_MS = 60_000;
/** Complaints within this time are one: those who were under way all get one. */
const ONE_MS = 30_000;
const SHRINK = 0.7;

/**
 * How many attempts may run at a time, by what providers accept: fewer after they said that they get too
 * many requests, and one more after each minute in which they did not. This is the rule by which TCP finds
 * the rate of a connection (additive increase, multiplicative decrease; RFC 5681, section 3.1).
 */
export class AttemptLimit {
  private limit = Infinity;
  private seen = 0;
  private changedAt = -Infinity;

  /**
   * @param complaints how often providers complained since the start
   * @param running attempts that run now
   * @param now milliseconds of a clock that never goes back
   * @returns the number of attempts that may run
   */
  next(complaints: number, running: number, now: number): number {
    const isNew = complaints > this.seen;
    this.seen = complaints;
    if (isNew && now - this.changedAt >= ONE_MS) {
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, running) * SHRINK));
      this.changedAt = now;
    } else if (!isNew && this.limit < Infinity && now - this.changedAt >= GROW_MS) {
      this.limit += 1;
      this.changedAt = now;
    }
    return this.limit;
  }
}
