import { document } from '@platform/app-sdk';

/** @import { Booking, ConnectedChannel, CurrentInstall, MutationChannelMessageAcknowledgeArgs, MutationChannelReservationUpsertArgs, MutationChannelSyncRequestArgs, UserError } from '@platform/api-types/2027-01' */
/** @import { TypedDocument } from '@platform/app-sdk' */

/** Dated API version of the types above, which app.toml pins too. */
export const API_VERSION = '2027-01';

const ERRORS = 'userErrors { field message code }';

/** @type {TypedDocument<{ currentInstall: Pick<CurrentInstall, 'team'> }, unknown>} */
export const CURRENT_INSTALL = document('{ currentInstall { team } }');

/** @typedef {{ booking: Pick<Booking, 'reference' | 'conflict'> | null, applied: boolean, userErrors: UserError[] }} Brought */

/** @type {TypedDocument<{ channelReservationUpsert: Brought }, MutationChannelReservationUpsertArgs>} */
export const BRING = document(`mutation ($input: ChannelReservationInput!) {
  channelReservationUpsert(input: $input) {
    booking { reference conflict { overbooked { date unitTypeId units } } } applied ${ERRORS}
  }
}`);

/** @type {TypedDocument<{ channelMessageAcknowledge: { applied: boolean, userErrors: UserError[] } }, MutationChannelMessageAcknowledgeArgs>} */
export const ACKNOWLEDGE = document(`mutation ($input: ChannelMessageAcknowledgeInput!) {
  channelMessageAcknowledge(input: $input) { applied ${ERRORS} }
}`);

/** @type {TypedDocument<{ channelConnections: Pick<ConnectedChannel, 'id' | 'channelPropertyId' | 'status'>[] }, unknown>} */
export const CONNECTIONS = document('{ channelConnections { id channelPropertyId status } }');

/** @type {TypedDocument<{ channelSyncRequest: { userErrors: UserError[] } }, MutationChannelSyncRequestArgs>} */
export const SEND_ALL = document(`mutation ($id: ID!) { channelSyncRequest(id: $id) { ${ERRORS} } }`);
