/** One run for each uploaded photo. */
export const PROCESS_MEDIA_QUEUE = 'catalog/process-media';
