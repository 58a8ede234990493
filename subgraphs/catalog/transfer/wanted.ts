import type { CancellationPolicyDefinition, PropertyDefinition, UnitTypeDefinition } from './definition.ts';
import type { WantedNights } from './night-ranges.ts';

/** Where something is in a file. */
export interface Place {
  /** For example `properties[0].unitTypes[2]`. */
  readonly path: string;
  /** From 1 on; null where the file has none. */
  readonly line: number | null;
}

/** A unit type as a file wants it. */
export interface WantedUnitType extends Place {
  readonly externalId: string;
  /** Null where the file only refers to it. */
  readonly definition: UnitTypeDefinition | null;
  /** Null where the file has none. */
  readonly nights: WantedNights | null;
}

/** A property as a file wants it: what is applied together. */
export interface WantedProperty extends Place {
  readonly externalId: string;
  /** Null where the file only refers to it. */
  readonly definition: PropertyDefinition | null;
  readonly unitTypes: readonly WantedUnitType[];
}

/** A cancellation policy as a file wants it. */
export interface WantedPolicy extends Place {
  readonly definition: CancellationPolicyDefinition;
}

/** Where a row belongs that is of the storefront, not of one of its properties. */
export const OF_STOREFRONT = -1;

/** Something in a file that cannot be read. */
export interface Unreadable extends Place {
  readonly kind: RowKind;
  /** Place of its property in the file, from 0; `OF_STOREFRONT`. */
  readonly property: number;
  readonly externalId: string | null;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

export const ROW_KINDS = [
  ...(['cancellation_policy', 'property', 'unit_type', 'fee', 'tax', 'nights', 'photos'] as const),
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What a file wants. */
export interface WantedFile {
  readonly policies: readonly WantedPolicy[];
  readonly properties: readonly WantedProperty[];
  readonly unreadable: readonly Unreadable[];
}

/** A file that is not what it should be, as a whole. The message is for the host. */
export class WrongFile extends Error {
  override readonly name = 'WrongFile';
}

/** Bytes of a file. */
export const MAX_FILE_BYTES = 20_000_000;
/** Everything of a file that has a row in its dry run, or lines of a table. */
export const MAX_FILE_ROWS = 10_000;
/** Mistakes that are listed; nothing is read after that many. */
export const MAX_MISTAKES = 300;

export const tooManyRows = (): WrongFile =>
  new WrongFile(`The file has more than ${MAX_FILE_ROWS} rows: split it into several.`);
