import { MAX_FEED_URL } from '#schema/limits.ts';

/**
 * Normalizes a feed's address: `webcal` means https, and http becomes https unless `allowHttp` is set for
 * local work. Null if the address is invalid, too long, or includes credentials.
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
