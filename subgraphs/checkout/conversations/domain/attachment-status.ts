/** Attachment status: from announced or fetching to ready or a reason for failure. */
export type AttachmentStatus = 'announced' | 'ready' | 'rejected' | 'infected' | 'fetching' | 'unavailable';
