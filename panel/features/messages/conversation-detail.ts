import type { ConversationDetailQuery } from './generated.ts';

/** A conversation with all that its page shows. */
export type ConversationDetail = NonNullable<ConversationDetailQuery['conversation']>;
