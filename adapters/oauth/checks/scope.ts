import type { Check } from './check.ts';

/** Scopes of the space-separated parameter, each once; null if it is left out, which asks for all declared ones. */
export function scopesOf(scope: string | null): readonly string[] | null {
  const scopes = [...new Set((scope ?? '').split(' ').filter(Boolean))];
  return scopes.length ? scopes : null;
}

/** Every scope is declared in app.toml (docs/interface/oauth.md#scope). */
export const checkScope: Check = ({ parameters, client }) => {
  const declared = client?.scopes ?? [];
  const foreign = (scopesOf(parameters.get('scope')) ?? []).filter((scope) => !declared.includes(scope));
  return foreign.length ? `The app does not declare the scope ${foreign.join(', ')}.` : null;
};
