/** What each kind of event is called; `subject` follows it. */
const WORDS: Readonly<Record<string, string>> = {
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'access_token.created': 'Made an access token',
  'access_token.revoked': 'Revoked an access token',
  'invitation.created': 'Made an invitation',
  'invitation.revoked': 'Revoked an invitation',
  'member.joined': 'Joined the team',
  'member.removed': 'Removed a member',
  'app.created': 'Made an app',
  'app.consented': 'Agreed to an app’s permissions',
  'app.installed': 'Installed an app',
  'app.permissions_approved': 'Gave an app more permissions',
  'app.uninstalled': 'Uninstalled an app',
  'app.billing_set': 'Changed an app’s billing',
  'app_token.rotated': 'Replaced an app’s token',
  'app_token.revoked': 'App token revoked',
  'client_secret.rotated': 'Replaced a client secret',
  'app_version.approved': 'App version approved',
  'app_version.rejected': 'App version rejected',
  'acp_key.created': 'Made an ACP key',
  'acp_signing_secret.created': 'Made an ACP signing secret',
  'acp_signing_secret.removed': 'Removed the ACP signing secret',
  'storefront.updated': 'Changed storefront settings',
  'prices.set': 'Changed prices',
  'task_type.updated': 'Changed a task type',
  'refund.requested': 'Asked for a refund',
  'refund.resolved': 'Refund paid out',
  'refund.rejected': 'Refund rejected',
};

/** A kind in words; one that came later, as it is spelled. */
export const activityWords = (kind: string): string => WORDS[kind] ?? kind;
