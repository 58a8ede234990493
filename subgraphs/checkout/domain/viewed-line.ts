import type { AssignedUnit, BookedLine } from '../store/entities.ts';

/** An assigned unit for callers. */
export interface ViewedUnit extends Pick<AssignedUnit, 'id' | 'name'> {
  readonly from: string | null;
  readonly until: string | null;
}

/** A booking line for callers. */
export interface ViewedLine extends Omit<BookedLine, 'nightly' | 'cancellation' | 'checkIn'> {
  readonly nightly: readonly { readonly date: Temporal.PlainDate; readonly amount: number }[];
  readonly units: readonly ViewedUnit[];
}
