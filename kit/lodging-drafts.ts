/**
 * Supported UCP lodging drafts, each pinned to a commit in the specification: a draft changes without a
 * version number (docs/interface/lodging.md#pins).
 */
export const LODGING_DRAFTS = ['0030fd7'] as const;

/** A supported draft. */
export type LodgingDraft = (typeof LODGING_DRAFTS)[number];
