import type { LodgingDraft } from '#kit/lodging-drafts.ts';
import { lodging0030fd7 } from './0030fd7/codec.ts';
import type { LodgingCodec } from './codec.ts';

/** Every pin that is spoken. Several can be served side by side, each by its own folder. */
export const LODGING_CODECS: Readonly<Record<LodgingDraft, LodgingCodec>> = { '0030fd7': lodging0030fd7 };
