import type { ConversationDetailQuery } from './generated.ts';

/** A conversation with everything its page shows. */
export type ConversationDetail = NonNullable<ConversationDetailQuery['conversation']>;
