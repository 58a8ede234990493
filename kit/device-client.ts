/**
 * Client id for the developer command, the only client that signs in without a browser
 * (docs/interface/oauth.md#device-sign-in).
 */
export const DEVICE_CLIENT = 'platform-cli';
