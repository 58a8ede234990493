import { document } from '@platform/app-sdk';

/** @import { Conversation, CurrentInstall, MutationConversationMessageReceiveArgs, MutationMessageStatusUpdateArgs, UserError } from '@platform/api-types/2027-01' */
/** @import { TypedDocument } from '@platform/app-sdk' */

/** Dated API version of the types above, which app.toml pins too. */
export const API_VERSION = '2027-01';

const ERRORS = 'userErrors { field message code }';

/** @type {TypedDocument<{ currentInstall: Pick<CurrentInstall, 'team'> }, unknown>} */
export const CURRENT_INSTALL = document('{ currentInstall { team } }');

/** @typedef {{ conversation: Pick<Conversation, 'id'> | null, applied: boolean | null, userErrors: UserError[] }} Received */

/** @type {TypedDocument<{ conversationMessageReceive: Received }, MutationConversationMessageReceiveArgs>} */
export const RECEIVE = document(`mutation ($input: ReceiveInput!) {
  conversationMessageReceive(input: $input) { conversation { id } applied ${ERRORS} }
}`);

/** @type {TypedDocument<{ messageStatusUpdate: { userErrors: UserError[] } }, MutationMessageStatusUpdateArgs>} */
export const REPORT =
  document(`mutation ($id: ID!, $status: MessageStatus!, $externalId: String, $failure: MessageFailureInput) {
  messageStatusUpdate(id: $id, status: $status, externalId: $externalId, failure: $failure) { ${ERRORS} }
}`);
