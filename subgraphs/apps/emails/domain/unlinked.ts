/**
 * Returns a stranger's text for an email: on one line, at most 60 characters, and free of text that email
 * programs turn into links.
 */
export const unlinked = (text: string): string =>
  [...text.replace(/\s+/g, ' ').trim()]
    .slice(0, 60)
    .join('')
    .replace(/(?<=[\p{L}\p{N}_-])[.\u2024\u3002\uFF0E\uFF61](?=[\p{L}\p{N}]{2})/gu, '. ')
    .replace(/:\/{1,}/g, ': ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ');
