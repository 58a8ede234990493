import type { Minor } from '#kit/money.ts';
import type { AgreedChange, Booking, EnteredStay } from '../../store/entities.ts';

/** A change's price, for the guest to confirm. Amounts are the folio's, in minor units. */
export interface QuotedChange {
  readonly after: EnteredStay;
  readonly agreed: AgreedChange;
  /** Number of sold nights that the change drops. */
  readonly droppedNights: number;
  readonly oldTotal: Minor;
  readonly total: Minor;
  /** Identifies the booking's current stay and the price of the change. */
  readonly fingerprint: string;
}

/** A change's price with its booking. */
export interface QuotedBooking extends QuotedChange {
  readonly booking: Booking;
}

/** Result of a guest's change: it's done, has a price to confirm, or isn't possible. */
export interface StayChanged {
  readonly isDone: boolean;
  readonly quote: QuotedBooking | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}
