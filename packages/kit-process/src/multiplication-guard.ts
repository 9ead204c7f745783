import type { Family } from './family.ts';
import { processCount } from './process-table.ts';

/** More processes than any job needs: a family that has them multiplies without end. */
const mostMembers = 1000;
const lookMs = 200;
/** Looks until a family at rest is looked at for members that are left. */
const looksAtRest = 25;

/**
 * Kills families that multiply (fork bombs) while the machine can still do it. It looks at the
 * number of all processes, which is cheap, and at the families only when that has jumped.
 */
export class MultiplicationGuard implements Disposable {
  readonly #families: ReadonlySet<Family>;
  readonly #most: number;
  #timer: NodeJS.Timeout | undefined;
  #usual = 0;
  #looks = 0;

  constructor(families: ReadonlySet<Family>, most = mostMembers) {
    this.#families = families;
    this.#most = most;
  }

  /** Watches from now on, until the families have no living members. */
  watch(): void {
    this.#looks = 0;
    if (this.#timer || process.platform !== 'linux') return;
    this.#usual = processCount();
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const count = processCount();
    if (count > this.#usual + this.#most) this.#killTooLarge();
    this.#usual = Math.min(this.#usual, count);
    this.#looks += 1;
    if (this.#looks % looksAtRest > 0) return;
    if ([...this.#families].every(family => family.count() === 0)) this[Symbol.dispose]();
  }

  #killTooLarge(): void {
    for (const family of this.#families) if (family.count() > this.#most) family.kill();
    this.#usual = processCount(); // of others, which may have as many as they like
  }
}
