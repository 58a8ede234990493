import { type SignedRequest, verifyCall } from './signature.ts';
import type { UntrustedText } from './untrusted.ts';

/** What the platform posts to `endpoints.message_send`: someone on the team, or an app of theirs, answered a guest. */
export interface MessageSend {
  /** The same each time it comes: send it to the guest once. It is the `id` of `messageStatusUpdate`. */
  readonly message_id: string;
  readonly conversation: {
    readonly id: string;
    /** As your app gave it to `conversationMessageReceive`. */
    readonly external_id: string;
  };
  readonly text: UntrustedText;
  readonly attachments: readonly MessageAttachment[];
  /** ISO 8601 instant: it orders the messages of a conversation where they come in another order. */
  readonly sent_at: string;
}

/** A file of a message. */
export interface MessageAttachment {
  /** Where it can be fetched, for ten minutes. */
  readonly url: string;
  /** What its sender called it: no path on your disk. */
  readonly name: UntrustedText;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
}

/** Answer with status 200: the guest's inbox has it under this id. With 202 the answer is `messageStatusUpdate`, within 24 hours. */
export interface MessageSendAnswer {
  readonly external_id: string;
}

/** Answer with a status of 400 to 499: the guest will never get it. It is not sent again, and the team reads why. */
export interface MessageSendRefusal {
  /** For programs: at most 64 characters. */
  readonly code: string;
  /** For the team: at most 300 characters. */
  readonly message?: string;
  readonly retry: false;
}

/** Proves that a message for a guest comes from the platform and returns it. Throws SignatureError. */
export const verifyMessageSend = (request: SignedRequest): Promise<MessageSend> =>
  verifyCall(request, 'message_id');
