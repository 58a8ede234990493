import { uploadTokens } from '#kit/images/upload-tokens.ts';

/** The secret parts of the URLs that photos are uploaded to. */
export const UPLOADS = uploadTokens('media-upload');
