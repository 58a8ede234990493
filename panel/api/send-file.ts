import { t } from '@lingui/core/macro';
import { RequestFailed } from './errors.ts';

/** Returns a file's SHA-256 in hex. */
export async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a file to its upload URL, on the panel's origin, and reports the fraction sent; `fetch` can't report
 * upload progress.
 */
export function sendFile(uploadUrl: string, file: File, onProgress: (share: number) => void): Promise<void> {
  return new Promise((sent, failed) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () =>
      request.status === 200 ? sent() : failed(new RequestFailed(request.status, messageOf(request)));
    request.onerror = () => failed(new RequestFailed(0, t`The upload was interrupted. Try again.`));
    request.open('PUT', new URL(uploadUrl).pathname);
    request.send(file);
  });
}

function messageOf({ responseText }: XMLHttpRequest): string {
  try {
    return JSON.parse(responseText).message;
  } catch {
    return t`The upload failed. Try again.`;
  }
}
