import type { BookedLine } from '../store/entities.ts';

/** A booking line for callers. */
export interface ViewedLine extends Omit<BookedLine, 'nightly' | 'cancellation' | 'checkIn'> {
  readonly nightly: readonly { readonly date: Temporal.PlainDate; readonly amount: number }[];
  readonly units: readonly { readonly id: number; readonly name: string }[];
}
