import type { Platform } from './platform.ts';

/** What a newcomer sees before the ready line: where to look and how to get in. */
export function welcome({ origin, demo, role }: Platform): readonly string[] {
  if (role !== 'all') return [`role ${role}`];
  return [
    '',
    `  storefront   ${origin}/`,
    `  host panel   ${origin}/panel`,
    `  agents       ${origin}/.well-known/ucp   POST ${origin}/api/mcp`,
    ...(demo
      ? demo.accounts.map(({ key, email, password }) => `  ${key.padEnd(12)} ${email}   ${password}`)
      : []),
    '',
  ];
}
