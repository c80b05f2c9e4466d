import type { NanoUsd } from '../money.ts';

/** A budget: a limit, the spent amount, and the amount reserved for calls in progress. */
export class Budget {
  /** Null: no limit. */
  readonly limit: NanoUsd | null;
  private spentNano: NanoUsd;
  private reservedNano: NanoUsd = 0;

  constructor(limit: NanoUsd | null, spent: NanoUsd) {
    this.limit = limit;
    this.spentNano = spent;
  }

  get spent(): NanoUsd {
    return this.spentNano;
  }

  /** The amount that a new call can reserve. */
  get free(): NanoUsd {
    return this.unspent - this.reservedNano;
  }

  /** The amount that would be free if all calls in progress cost nothing. */
  get unspent(): NanoUsd {
    return this.limit === null ? Number.POSITIVE_INFINITY : this.limit - this.spentNano;
  }

  get hasReservations(): boolean {
    return this.reservedNano > 0;
  }

  reserve(nano: NanoUsd): void {
    this.reservedNano += nano;
  }

  settle(reserved: NanoUsd, charged: NanoUsd): void {
    this.reservedNano -= reserved;
    this.spentNano += charged;
  }
}
