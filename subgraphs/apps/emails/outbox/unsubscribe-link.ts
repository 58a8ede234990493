import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { equalInConstantTime } from '#kit/secrets.ts';
import { NOTICE_KINDS, type Notice } from '../domain/notices.ts';

type Sealing = Pick<SubgraphContext, 'vault'>;

/** Returns an address where a member can unsubscribe from a notice without signing in. */
export function unsubscribeLink(ctx: Sealing & Pick<SubgraphContext, 'config'>, notice: Notice): string {
  const { accountId, teamId, kind } = notice;
  const token = `${accountId}.${teamId}.${kind}.${signatureOf(notice, ctx.vault.derive('unsubscribe')[0])}`;
  return new URL(`/unsubscribe/${token}`, platformOrigin(ctx)).href;
}

/** Reads an unsubscribe link's token; null if the platform didn't issue it. */
export function readUnsubscribeToken({ vault }: Sealing, token: string): Notice | null {
  const [account = '', team = '', named, signature = ''] = token.split('.');
  const [accountId, teamId] = [parseId(account), parseId(team)];
  const kind = NOTICE_KINDS.find((one) => one === named);
  if (accountId === null || teamId === null || kind === undefined) return null;
  const notice = { accountId, teamId, kind };
  const isOurs = vault
    .derive('unsubscribe')
    .some((key) => equalInConstantTime(signatureOf(notice, key), signature));
  return isOurs ? notice : null;
}

const signatureOf = ({ accountId, teamId, kind }: Notice, key: Buffer): string =>
  createHmac('sha256', key).update(`${accountId}.${teamId}.${kind}`).digest('base64url');
