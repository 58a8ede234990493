import { uploadTokens } from '#kit/images/upload-tokens.ts';

/** Secret parts of upload URLs for listing pictures. */
export const LISTING_UPLOADS = uploadTokens('listing-media-upload');
