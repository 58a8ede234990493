import type { LodgingDraft } from '#kit/lodging-drafts.ts';
import { lodging0030fd7 } from './0030fd7/codec.ts';
import type { LodgingCodec } from './codec.ts';

/** Every supported pin. Several can be served in parallel, each from its own folder. */
export const LODGING_CODECS: Readonly<Record<LodgingDraft, LodgingCodec>> = { '0030fd7': lodging0030fd7 };
