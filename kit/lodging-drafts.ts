/**
 * Drafts of UCP lodging that can be spoken, by the commit of the specification that each is pinned to: a draft changes without a
 * version of its own (docs/interface/lodging.md#pins).
 */
export const LODGING_DRAFTS = ['0030fd7'] as const;

/** One of them. */
export type LodgingDraft = (typeof LODGING_DRAFTS)[number];
