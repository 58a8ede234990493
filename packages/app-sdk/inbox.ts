import { type SignedRequest, verifyCall } from './signature.ts';
import type { UntrustedText } from './untrusted.ts';

/** The platform's request to `endpoints.message_send`: a team member, or the team's app, replied to a guest. */
export interface MessageSend {
  /**
   * Same for every attempt, so that you can send the message to the guest only once. Use it as `id` in
   * `messageStatusUpdate`.
   */
  readonly message_id: string;
  readonly conversation: {
    readonly id: string;
    /** The conversation's id, as your app passed it to `conversationMessageReceive`. */
    readonly external_id: string;
  };
  readonly text: UntrustedText;
  readonly attachments: readonly MessageAttachment[];
  /** ISO 8601 timestamp, for ordering a conversation's messages if they arrive in a different order. */
  readonly sent_at: string;
}

/** A message's file. */
export interface MessageAttachment {
  /** Download address, valid for ten minutes. */
  readonly url: string;
  /** The sender's name for the file; don't use it as a path on your disk. */
  readonly name: UntrustedText;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
}

/**
 * Response with status 200: the guest's inbox has the message under this id. After a 202, call
 * `messageStatusUpdate` within 24 hours.
 */
export interface MessageSendAnswer {
  readonly external_id: string;
}

/**
 * Response with a status from 400 to 499: the guest will never receive the message. The platform doesn't
 * retry, and shows the reason to the team.
 */
export interface MessageSendRefusal {
  /** Machine-readable code of at most 64 characters. */
  readonly code: string;
  /** Text for the team, at most 300 characters. */
  readonly message?: string;
  readonly retry: false;
}

/** Verifies that a message for a guest is from the platform and returns it. Throws SignatureError. */
export const verifyMessageSend = (request: SignedRequest): Promise<MessageSend> =>
  verifyCall(request, 'message_id');
