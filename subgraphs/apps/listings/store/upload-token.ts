import { uploadTokens } from '#kit/images/upload-tokens.ts';

/** The secret parts of the URLs that pictures of listings are uploaded to. */
export const LISTING_UPLOADS = uploadTokens('listing-media-upload');
