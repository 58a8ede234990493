import type { Platform } from './platform.ts';

/**
 * What a newcomer sees before the ready line: where to look and how to get in. Loopback has a storefront in the demo world
 * only.
 */
export function welcome({ origin, demo, role }: Platform): readonly string[] {
  if (role !== 'all') return [`role ${role}`];
  const panel = `  host panel   ${origin}/panel`;
  if (!demo) return ['', panel, ''];
  return [
    '',
    `  storefront   ${origin}/`,
    panel,
    `  agents       ${origin}/.well-known/ucp   POST ${origin}/api/mcp`,
    ...demo.accounts.map(({ key, email, password }) => `  ${key.padEnd(12)} ${email}   ${password}`),
    '',
  ];
}
