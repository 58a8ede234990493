/** Reads the environment's settings, which all teams share (.env.example lists them). For a host's settings, see installs.js. @param {Record<string, string | undefined>} env */
export function readSettings(env) {
  const port = Number(env.PORT || 3000);
  const apiUrl = env.PLATFORM_API_URL || 'http://localhost:4000';
  return {
    port,
    apiUrl,
    panelUrl: new URL(env.PLATFORM_PANEL_URL || apiUrl).origin,
    appUrl: new URL(env.APP_URL || `http://localhost:${port}`).origin,
    clientId: env.PLATFORM_CLIENT_ID || '',
    clientSecret: env.PLATFORM_CLIENT_SECRET || '',
    /** Token of the install that `platform install --dev --env .env` created; other installs come from OAuth. */
    devToken: env.PLATFORM_RUNTIME_TOKEN || '',
    devWebhookSecret: env.PLATFORM_WEBHOOK_SECRET || '',
    dataFile: env.DATA_FILE || 'data/crew.json',
  };
}

/** @typedef {ReturnType<typeof readSettings>} Settings */
