/** From announced, or to be fetched, to ready, or why it will not be. */
export type AttachmentStatus = 'announced' | 'ready' | 'rejected' | 'infected' | 'fetching' | 'unavailable';
