/** Suggests a slug for a team's name: 3 to 45 lower-case letters, digits and hyphens. */
export function slugOfTeam(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 45)
    .replace(/^-+|-+$/g, '');
  return words.length >= 3 ? words : ['team', words].filter(Boolean).join('-');
}
