import { MAX_FEED_URL } from '#schema/limits.ts';

/**
 * The address of a feed as it is read: `webcal` is another name of https, and http is read as https, except where `allowHttp`, for
 * local work. Null if it is no such address, is too long, or carries a name and a password.
 */
export function readFeedUrl(text: string, allowHttp: boolean): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_FEED_URL) return null;
  const named = trimmed.replace(/^webcals?:\/\//i, 'https://');
  if (!URL.canParse(named)) return null;
  const url = new URL(allowHttp ? named : named.replace(/^http:/i, 'https:'));
  const isRead = url.protocol === 'https:' || (allowHttp && url.protocol === 'http:');
  if (!isRead || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length > MAX_FEED_URL ? null : url.href;
}
