import { createHmac } from 'node:crypto';
import { html } from 'hono/html';
import { ProtocolError } from '#kit/errors.ts';
import { equalInConstantTime, type Keys } from '#kit/secrets.ts';
import type { Html } from '../page/shell.ts';

/** CSRF tokens for forms on a booking's pages. Guests have no session, so a token is bound to the permalink. */
export interface FormTokens {
  /** Renders the form's hidden field. */
  readonly field: (permalinkId: string) => Html;
  /** Throws a 403 unless the form carries its permalink's token. Safe to call with any body. */
  readonly check: (permalinkId: string, body: unknown) => void;
}

/** Opens the tokens: the newest key signs, and any of them verifies. */
export function openFormTokens(keys: Keys): FormTokens {
  const tokenOf = (permalinkId: string, key = keys[0]) =>
    createHmac('sha256', key).update(`permalink ${permalinkId.toLowerCase()}`).digest('base64url');
  return {
    field: (permalinkId) => html`<input type="hidden" name="csrf_token" value="${tokenOf(permalinkId)}">`,
    check(permalinkId, body) {
      const given = body instanceof URLSearchParams ? (body.get('csrf_token') ?? '') : '';
      if (keys.some((key) => equalInConstantTime(tokenOf(permalinkId, key), given))) return;
      throw new ProtocolError(403, 'foreign_form', "The form's token doesn't belong to this booking.");
    },
  };
}
