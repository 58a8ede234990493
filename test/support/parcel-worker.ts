import { openLeasedWork } from '#db/jobs/leased-work.ts';
import { openParcelContext, parcelWork } from './parcels.ts';

// A process that sends parcels until it is killed: `node test/support/parcel-worker.ts URL OPTIONS`.
const [, , url = '', options = '{}'] = process.argv;
const { ctx } = await openParcelContext(url);
openLeasedWork(parcelWork(JSON.parse(options))).wake(() => ctx);
