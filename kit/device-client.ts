/** Client id of the developer command, the one client that signs in without a browser (docs/interface/oauth.md#device-sign-in). */
export const DEVICE_CLIENT = 'platform-cli';
