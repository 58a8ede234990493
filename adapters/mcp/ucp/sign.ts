import { createHash } from 'node:crypto';

/** Content to sign, and the signing key (ES256, raw r||s in base64). */
export interface ToSign {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly created: Date;
  readonly keyId: string;
  readonly sign: (base: string) => Promise<string>;
}

/**
 * Returns headers for an HTTP message signature over status, digest and content type (RFC 9421, RFC 9530;
 * docs/interface/mcp.md#signatures). The parameters don't name the algorithm because the key implies it (UCP
 * "Message Signatures").
 */
export async function signatureHeaders(
  message: ToSign,
): Promise<Readonly<Record<'content-digest' | 'signature-input' | 'signature', string>>> {
  const digest = `sha-256=:${createHash('sha256').update(message.body).digest('base64')}:`;
  const created = Math.floor(message.created.getTime() / 1000);
  const parameters = `("@status" "content-digest" "content-type");created=${created};keyid="${message.keyId}"`;
  const base = [
    `"@status": ${message.status}`,
    `"content-digest": ${digest}`,
    `"content-type": ${message.contentType}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  return {
    'content-digest': digest,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${await message.sign(base)}:`,
  };
}
