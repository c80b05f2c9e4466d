import type { NanoUsd } from '../money.ts';

/** A limit, what is spent of it and what is promised to calls under way. */
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

  /** What a new call may still promise. */
  get free(): NanoUsd {
    return this.unspent - this.reservedNano;
  }

  /** What would be free if all calls under way cost nothing. */
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
