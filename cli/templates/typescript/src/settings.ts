/** Returns a required environment variable. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: platform install --dev --env .env writes it.`);
  return value;
}

export const port = Number(process.env.PORT ?? 3000);
export const apiUrl = process.env.PLATFORM_API_URL ?? 'http://localhost:4000';
