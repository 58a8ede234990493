/** How an agent is called: the host name of its profile; null if it named none. */
export function agentHost(profile: string | null): string | null {
  return profile !== null && URL.canParse(profile) ? new URL(profile).hostname || null : null;
}
