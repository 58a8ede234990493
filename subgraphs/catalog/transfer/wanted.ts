import type { CancellationPolicyDefinition, PropertyDefinition, UnitTypeDefinition } from './definition.ts';
import type { WantedNights } from './night-ranges.ts';
import type {
  MessageRuleDefinition,
  MessageTemplateDefinition,
  TaskRuleDefinition,
} from './team-setup/definition.ts';

/** A position in a file. */
export interface Place {
  /** For example `properties[0].unitTypes[2]`. */
  readonly path: string;
  /** From 1; null if the file has no lines. */
  readonly line: number | null;
}

/** A unit type in a file. */
export interface WantedUnitType extends Place {
  readonly externalId: string;
  /** Null if the file only refers to it. */
  readonly definition: UnitTypeDefinition | null;
  /** Null if the file has none. */
  readonly nights: WantedNights | null;
}

/** A property in a file: applied as a whole. */
export interface WantedProperty extends Place {
  readonly externalId: string;
  /** Null if the file only refers to it. */
  readonly definition: PropertyDefinition | null;
  readonly unitTypes: readonly WantedUnitType[];
}

/** A cancellation policy, message template, message rule or task rule in a file. */
export interface WantedPart<Definition> extends Place {
  readonly definition: Definition;
}

/** A file's message templates, message rules and task rules. */
export interface WantedSetup {
  readonly messageTemplates: readonly WantedPart<MessageTemplateDefinition>[];
  readonly messageRules: readonly WantedPart<MessageRuleDefinition>[];
  readonly taskRules: readonly WantedPart<TaskRuleDefinition>[];
}

/** The setup in a file without any. */
export const NO_SETUP: WantedSetup = { messageTemplates: [], messageRules: [], taskRules: [] };

/** Property index for rows that belong to the storefront or the team. */
export const OF_STOREFRONT = -1;

/** An unreadable part in a file. */
export interface Unreadable extends Place {
  readonly kind: RowKind;
  /** The property's index in the file, from 0; or `OF_STOREFRONT`. */
  readonly property: number;
  readonly externalId: string | null;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

export const ROW_KINDS = [
  ...(['cancellation_policy', 'property', 'unit_type', 'fee', 'tax', 'nights', 'photos'] as const),
  ...(['message_template', 'message_rule', 'task_rule', 'booking'] as const),
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A file's wanted state. */
export interface WantedFile {
  readonly policies: readonly WantedPart<CancellationPolicyDefinition>[];
  readonly properties: readonly WantedProperty[];
  readonly setup: WantedSetup;
  readonly unreadable: readonly Unreadable[];
}

/** A file that is invalid as a whole. The message is for the host. */
export class WrongFile extends Error {
  override readonly name = 'WrongFile';
}

/** Maximum size of a file in bytes. */
export const MAX_FILE_BYTES = 20_000_000;
/** Maximum number of rows in a file's dry run, or of lines in a table. */
export const MAX_FILE_ROWS = 10_000;
/** Maximum number of errors listed; reading stops there. */
export const MAX_MISTAKES = 300;

export const tooManyRows = (): WrongFile =>
  new WrongFile(`The file has more than ${MAX_FILE_ROWS} rows. Split it into several.`);
