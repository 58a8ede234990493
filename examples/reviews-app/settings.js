/** Reads the environment's settings, which .env.example lists. @param {Record<string, string | undefined>} env */
export function readSettings(env) {
  const port = Number(env.PORT || 3003);
  return {
    port,
    panelUrl: new URL(env.PLATFORM_PANEL_URL || env.PLATFORM_API_URL || 'http://localhost:4000').origin,
    appUrl: new URL(env.APP_URL || `http://localhost:${port}`).origin,
    clientId: env.PLATFORM_CLIENT_ID || '',
    clientSecret: env.PLATFORM_CLIENT_SECRET || '',
    dataFile: env.DATA_FILE || 'data/reviews.json',
  };
}

/** @typedef {ReturnType<typeof readSettings>} Settings */
