import { serveThread } from '#kit/thread-work.ts';
import { textOfFile } from './file-text.ts';
import { type ParseAnswer, type ParseJob, splitAnswer } from './parse-thread.ts';
import { readBookings } from './read-bookings.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { WrongFile } from './wanted.ts';
import { draftOfPage } from './web-page/draft-of-page.ts';

serveThread<ParseJob, ParseAnswer>((job) => {
  try {
    return parsed(job);
  } catch (error) {
    if (error instanceof WrongFile) return { wrong: error.message };
    throw error;
  }
}, splitAnswer);

function parsed(job: ParseJob): ParseAnswer {
  if (job.kind === 'web_page') {
    const draft = draftOfPage(Buffer.from(job.file).toString('utf8'), job.around);
    return { draft: `${JSON.stringify(draft, null, 2)}\n` };
  }
  if (job.kind === 'bookings') return { reservations: readBookings(textOfFile(job.file, 'csv')) };
  if (job.kind === 'csv') return { wanted: readCsv(textOfFile(job.file, 'csv'), new Map(job.currencies)) };
  return { wanted: readJson(textOfFile(job.file, 'json')) };
}
