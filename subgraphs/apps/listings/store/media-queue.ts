/** One run for each uploaded picture of a listing. */
export const PROCESS_LISTING_MEDIA = 'apps/process-listing-media';
